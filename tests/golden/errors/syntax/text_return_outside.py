# k(f32[:])
return 1
