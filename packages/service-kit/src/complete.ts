/**
 * Makes optional members required, but allows the value undefined. The compiler then reports each place that forgets to
 * set a member, for example after a new member was added to the type.
 */
export type Complete<T> = { [M in keyof Required<T>]: T[M] };
