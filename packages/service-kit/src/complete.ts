/**
 * Makes optional members required, but allows the value undefined. So the compiler reports each place in which a new
 * member is missing.
 */
export type Complete<T> = { [M in keyof Required<T>]: T[M] };
