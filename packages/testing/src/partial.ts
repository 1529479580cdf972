/** A test's double with the members that the test needs, whose names and types the compiler holds against the real ones. */
export const partial = <T>(members: NoInfer<Partial<T>>): T => members as T;
