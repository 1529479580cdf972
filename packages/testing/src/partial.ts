/**
 * Returns a test double with the members that the test needs. The compiler checks their names and types against the
 * real members.
 */
export const partial = <T>(members: NoInfer<Partial<T>>): T => members as T;
