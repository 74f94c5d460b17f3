int square(int Number);
