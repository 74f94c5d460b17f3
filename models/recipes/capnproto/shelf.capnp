@0xb3f1a0c2d4e5f607;
# What the tools read, encode, decode and generate code for.

struct Shelf {
  name @0 :Text;
  books @1 :List(Book);
  place :union {
    room @2 :UInt16;
    outside @3 :Void;
    point :group { x @4 :Float64; y @5 :Float64 = -1.5; }
  }
}

struct Book {
  title @0 :Text;
  pages @1 :Int32 = 100;
  language @2 :Language = german;
  tags @3 :List(Text);
  cover @4 :Data;
  next @5 :Book;
  any @6 :AnyPointer;
  lent @7 :Bool;
}

enum Language { english @0; german @1; french @2; }

struct Pair(First, Second) { first @0 :First; second @1 :Second; }

interface Library {
  find @0 (title :Text, pair :Pair(Text, Book)) -> (shelf :Shelf);
  all @1 () -> (shelves :List(Shelf));
}
interface Archive extends(Library) { dig @0 (depth :Int64); }

annotation color(struct, field) :Text;

const garden :Shelf = (
  name = "garden",
  books = [
    (title = "Counting the stones", pages = 7, tags = ["a", "b\n"]),
    (title = "A walk \"in\" winter", language = french, cover = 0x"00 ff 7f",
     next = (title = "inner", lent = true))],
  place = (point = (x = 2.5e10)));
const numbers :List(Int64) = [-1, 0x7fffffffffffffff, 0, 42];
