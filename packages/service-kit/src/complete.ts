/** The same with every member named, if only as undefined: whoever writes one is asked for a new member, too. */
export type Complete<T> = { [M in keyof Required<T>]: T[M] };
