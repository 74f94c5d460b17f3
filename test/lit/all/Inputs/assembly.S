	.text
	.globl	seven
	.type	seven, @function
seven:
	movl	$7, %eax
	ret
	.size	seven, .-seven
	.section	.note.GNU-stack,"",@progbits
