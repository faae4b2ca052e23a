# Nothing is declared: the check runs the program itself.
