/** Requires every member, even if undefined: the compiler then reports each place that misses a new member. */
export type Complete<T> = { [M in keyof Required<T>]: T[M] };
