int seven(void);
