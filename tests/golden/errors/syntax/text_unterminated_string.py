# k(f32[:])
def k(a):
    print("a)
