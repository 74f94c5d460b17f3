struct Base {
  virtual ~Base() = default;
  virtual int getValue() const { return 0; }
};
struct Derived : Base {
  virtual int getValue() const { return 1; }
  int wrongly_named = 2;
};
