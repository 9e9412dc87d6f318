# k(f32[:])
def k(a, x, y, z):
    print(f"{a:{x:{y:{z}}}}")
