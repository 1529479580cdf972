import type { Directions } from './directions';

/** One refusal as data: what a surface needs to say it. */
export interface Refused {
  /** Name of the reason, a key of `REASONS`. */
  readonly reason: string;
  readonly params: object;
  /** Path of the refused input in the contract's names, such as `ship_to.zip`. */
  readonly field?: string | undefined;
}

/** What a sentence may use beside the parameters. */
export interface Said {
  /** The field that is refused, by the name that this surface gives it; empty when no field is. */
  readonly field: string;
  /** The sentence of a refusal inside this one. */
  word(inner: Refused): string;
  /** Where the reader goes from here. */
  readonly go: Directions;
  /** The address of a path on this service, as this surface names it. */
  address(path: string): string;
}

/** How one surface says one reason. */
export type Wording<Params> = (params: Params, said: Said) => string;

/** A reason that each surface words in its own names. */
export interface Unworded<Params> {
  /** Parameters as they may be: their types derive from it, and tests word the reason with it. */
  readonly example: Params;
}

/** A reason whose sentence is the same on every surface. */
export interface Worded<Params> extends Unworded<Params> {
  readonly sentence: Wording<Params>;
}

export function reason<Params extends object>(example: Params): Unworded<Params>;
export function reason<Params extends object>(example: Params, sentence: Wording<Params>): Worded<Params>;
export function reason<Params extends object>(example: Params, sentence?: Wording<Params>): object {
  return sentence ? { example, sentence } : { example };
}
