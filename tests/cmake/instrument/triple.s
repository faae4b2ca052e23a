	.text
	.globl triple
	.type triple, @function
triple:
	ret
	.size triple, .-triple
	.section .note.GNU-stack,"",@progbits
