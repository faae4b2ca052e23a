integer function threefold(x)
  integer, intent(in) :: x
  threefold = 3 * x
end function
