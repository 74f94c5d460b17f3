;; What the tools read, show, translate and run.
(module
  (type $binary (func (param i32 i32) (result i32)))
  (memory $memory (export "memory") 2)
  (data (i32.const 16) "The quick brown fox jumps over the lazy dog\00")
  (table $operations 4 funcref)
  (elem (i32.const 0) $add $subtract $multiply $greatest)
  (global $state (mut i32) (i32.const 12345))

  (func $add (type $binary) (i32.add (local.get 0) (local.get 1)))
  (func $subtract (type $binary) (i32.sub (local.get 0) (local.get 1)))
  (func $multiply (type $binary) (i32.mul (local.get 0) (local.get 1)))
  (func $greatest (type $binary)
    (select (local.get 0) (local.get 1)
      (i32.gt_s (local.get 0) (local.get 1))))

  (func $random (result i32)
    (global.set $state
      (i32.and
        (i32.add (i32.mul (global.get $state) (i32.const 1103515245))
          (i32.const 12345))
        (i32.const 0x7fffffff)))
    (global.get $state))

  (func (export "fibonacci") (result i32) (call $fibonacci (i32.const 18)))
  (func $fibonacci (param $n i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $n) (i32.const 2))
      (then (local.get $n))
      (else
        (i32.add
          (call $fibonacci (i32.sub (local.get $n) (i32.const 1)))
          (call $fibonacci (i32.sub (local.get $n) (i32.const 2)))))))

  (func (export "hash") (result i64)
    (local $at i32) (local $sum i64)
    (local.set $sum (i64.const 0xcbf29ce484222325))
    (local.set $at (i32.const 16))
    (block $done
      (loop $next
        (br_if $done (i32.eqz (i32.load8_u (local.get $at))))
        (local.set $sum
          (i64.mul
            (i64.xor (local.get $sum) (i64.load8_u (local.get $at)))
            (i64.const 0x100000001b3)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $next)))
    (local.get $sum))

  (func (export "primes") (result i32)
    (local $i i32) (local $j i32) (local $count i32)
    (local.set $i (i32.const 2))
    (loop $outer
      (if (i32.eqz (i32.load8_u offset=1024 (local.get $i)))
        (then
          (local.set $count (i32.add (local.get $count) (i32.const 1)))
          (local.set $j (i32.mul (local.get $i) (local.get $i)))
          (block $end
            (loop $inner
              (br_if $end (i32.ge_u (local.get $j) (i32.const 20000)))
              (i32.store8 offset=1024 (local.get $j) (i32.const 1))
              (local.set $j (i32.add (local.get $j) (local.get $i)))
              (br $inner)))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $outer (i32.lt_u (local.get $i) (i32.const 20000))))
    (local.get $count))

  (func (export "sort") (result i32)
    (local $i i32) (local $j i32) (local $value i32) (local $sum i32)
    (loop $fill
      (i32.store offset=40000 (i32.shl (local.get $i) (i32.const 2))
        (i32.rem_u (call $random) (i32.const 1000)))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $fill (i32.lt_u (local.get $i) (i32.const 300))))
    (local.set $i (i32.const 4))
    (loop $insert
      (local.set $value (i32.load offset=40000 (local.get $i)))
      (local.set $j (local.get $i))
      (block $placed
        (loop $shift
          (br_if $placed (i32.eqz (local.get $j)))
          (br_if $placed
            (i32.le_s (i32.load offset=39996 (local.get $j)) (local.get $value)))
          (i32.store offset=40000 (local.get $j)
            (i32.load offset=39996 (local.get $j)))
          (local.set $j (i32.sub (local.get $j) (i32.const 4)))
          (br $shift)))
      (i32.store offset=40000 (local.get $j) (local.get $value))
      (local.set $sum
        (i32.xor (i32.rotl (local.get $sum) (i32.const 3)) (local.get $value)))
      (local.set $i (i32.add (local.get $i) (i32.const 4)))
      (br_if $insert (i32.lt_u (local.get $i) (i32.const 1200))))
    (local.get $sum))

  (func (export "dispatch") (result i32)
    (local $i i32) (local $sum i32)
    (loop $next
      (local.set $sum
        (call_indirect (type $binary) (local.get $sum)
          (i32.xor (local.get $i) (i32.const 0x55))
          (i32.and (local.get $i) (i32.const 3))))
      (block $c (block $b (block $a
        (br_table $a $b $c (i32.rem_u (local.get $i) (i32.const 3))))
        (local.set $sum (i32.rotr (local.get $sum) (i32.const 1))) (br $c))
        (local.set $sum (i32.popcnt (local.get $sum))))
      (local.set $i (i32.add (local.get $i) (i32.const 1)))
      (br_if $next (i32.lt_u (local.get $i) (i32.const 2000))))
    (local.get $sum))

  (func (export "reals") (result f64)
    (local $x f64) (local $i i32)
    (local.set $x (f64.const 2))
    (loop $next
      (local.set $x
        (f64.mul (f64.const 0.5)
          (f64.add (local.get $x) (f64.div (f64.const 3) (local.get $x)))))
      (local.set $x
        (f64.add (local.get $x)
          (f64.promote_f32 (f32.convert_i32_s (i32.clz (local.get $i))))))
      (local.set $i (i32.add (local.get $i) (i32.const 7)))
      (br_if $next (i32.lt_s (local.get $i) (i32.const 700))))
    (f64.sqrt (f64.abs (f64.nearest (local.get $x)))))

  (func (export "several") (result i32 i64)
    (i32.const 7) (i64.extend_i32_s (i32.const -9)))

  (func (export "trap") (result i32)
    (i32.div_s (i32.const 1) (i32.const 0)))
  (func (export "endless") (call $endless))
  (func $endless (call $endless)))
