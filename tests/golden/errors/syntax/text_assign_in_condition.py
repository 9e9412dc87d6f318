# k(f32[:])
def k(a):
    if a[0] = 1:
        a[0] = 2
