namespace shop
{
struct Basket {
	int total = 0;
	void add(int price);
};
void Basket::add(int price)
{
	total += price;
}
} // namespace shop

int main()
{
	shop::Basket basket;

	basket.add(2);
	return basket.total == 2 ? 0 : 1;
}
