	.globl	start
start:
	ret
