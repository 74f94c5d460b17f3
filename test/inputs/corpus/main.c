int twice(int X);
int main(int Count, char **Arguments) { return twice(Count) - 2; }
