# coding: latin-2
# k(f32[:])
def k(a):
    a[0] = 1
