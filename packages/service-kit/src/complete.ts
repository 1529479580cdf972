/**
 * Requires every member, even if undefined, so that the compiler reports each place in which a new member is missing.
 */
export type Complete<T> = { [M in keyof Required<T>]: T[M] };
