// Linked before and after the program's object (-DMARK(x)=begin_##x, end_##x): between these marks lie the program's globals.
char MARK(data)[64] = {1};
char MARK(bss)[64];
