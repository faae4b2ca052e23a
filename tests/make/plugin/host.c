#include <dlfcn.h>
#include <stddef.h>

int local(int i);

int main(void)
{
	void *plug = dlopen("./plug.so", RTLD_NOW | RTLD_LOCAL);
	int (*plugged)(int) = NULL;

	if (plug)
		*(void **)&plugged = dlsym(plug, "plugged");
	return plugged && plugged(3) == local(3) + 1 ? 0 : 1;
}
