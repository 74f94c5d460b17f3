-- Creates, fills, queries, changes and vacuums a small shop.
PRAGMA page_size = 1024;
PRAGMA journal_mode = WAL;
CREATE TABLE customer(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, city TEXT COLLATE NOCASE, joined DATE);
CREATE TABLE product(id INTEGER PRIMARY KEY, name TEXT, price REAL CHECK (price >= 0), stock INTEGER DEFAULT 10);
CREATE TABLE sale(id INTEGER PRIMARY KEY AUTOINCREMENT, customer REFERENCES customer ON DELETE CASCADE, product REFERENCES product, amount INTEGER, day DATE);
CREATE INDEX sale_customer ON sale(customer, day);
CREATE INDEX product_price ON product(price) WHERE price > 50;
CREATE VIEW revenue AS SELECT c.city, sum(p.price * s.amount) AS total FROM sale s JOIN customer c ON c.id = s.customer JOIN product p ON p.id = s.product GROUP BY c.city;
CREATE TRIGGER take AFTER INSERT ON sale BEGIN UPDATE product SET stock = stock - new.amount WHERE id = new.product; END;
BEGIN;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
INSERT INTO customer SELECT i, 'customer ' || i, substr('berlin paris  oslo   ', (i % 3) * 7 + 1, 7), date('2020-01-01', '+' || i || ' days') FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
INSERT INTO product(id, name, price) SELECT i, printf('product %03d', i), round(i * 3.7, 2) FROM n;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
INSERT INTO sale(customer, product, amount, day) SELECT (i * 7919) % 200 + 1, (i * 104729) % 50 + 1, i % 4 + 1, date('2021-01-01', '+' || (i % 365) || ' days') FROM n;
COMMIT;
.headers on
.mode column
SELECT trim(city) AS city, printf('%.2f', total) AS total FROM revenue ORDER BY total DESC;
EXPLAIN QUERY PLAN SELECT * FROM sale WHERE customer = 5 AND day > '2021-06-01';
SELECT strftime('%m', day) AS month, count(*), sum(amount), group_concat(DISTINCT product % 5) FROM sale GROUP BY month HAVING count(*) > 100 ORDER BY month;
SELECT name, price, rank() OVER (ORDER BY price DESC) AS place, sum(price) OVER (ORDER BY id ROWS 2 PRECEDING) AS moving FROM product WHERE id <= 10;
SELECT c.name, (SELECT max(day) FROM sale s WHERE s.customer = c.id) AS last FROM customer c WHERE c.id IN (SELECT customer FROM sale WHERE amount = 4 EXCEPT SELECT customer FROM sale WHERE product = 7) ORDER BY last DESC, c.id LIMIT 5 OFFSET 2;
SELECT json_extract('{"a":[1,2,{"b":"deep"}]}', '$.a[2].b') AS deep, json_group_array(id) AS ids FROM product WHERE price BETWEEN 20 AND 40;
SELECT hex(zeroblob(4)), typeof(1.5), coalesce(NULL, 'x'), round(2.567, 1), abs(-3), upper('abc') LIKE 'A_C', 'abc' GLOB 'a*', quote(x'0102');
INSERT INTO product VALUES (51, 'wrong', -1, 0);
INSERT INTO customer VALUES (1000, 'customer 1', 'rome', NULL) ON CONFLICT(name) DO UPDATE SET city = excluded.city;
SAVEPOINT before;
DELETE FROM sale WHERE day < '2021-03-01';
SELECT count(*) FROM sale;
ROLLBACK TO before;
SELECT count(*) FROM sale;
UPDATE product SET price = price * 1.1 WHERE id % 10 = 0 RETURNING id, round(price, 3);
ALTER TABLE customer ADD COLUMN note TEXT DEFAULT 'none';
CREATE VIRTUAL TABLE IF NOT EXISTS doc USING fts5(body);
.mode csv
SELECT * FROM sale ORDER BY id DESC LIMIT 3;
.mode insert
SELECT id, name, note FROM customer LIMIT 2;
.mode json
SELECT id, name, stock FROM product WHERE stock < -160 ORDER BY stock;
ANALYZE;
VACUUM;
REINDEX;
PRAGMA integrity_check;
.schema sale
.dump product
