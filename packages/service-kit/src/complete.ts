/**
 * Makes optional members required, but allows the value undefined. When a member is added to the type, the compiler
 * then reports each place that does not set it.
 */
export type Complete<T> = { [M in keyof Required<T>]: T[M] };
