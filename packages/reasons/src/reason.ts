import type { Directions } from './directions';

/** One refusal as data, for a surface to word. */
export interface Refused {
  /** Name of the reason, a key of `REASONS`. */
  readonly reason: string;
  readonly params: object;
  /** Path of the refused input in the contract's names, such as `ship_to.zip`. */
  readonly field?: string | undefined;
}

/** Helpers for a sentence, besides the parameters. */
export interface Said {
  /** The refused field in this surface's names; empty when there is none. */
  readonly field: string;
  /** Words a refusal inside this one. */
  word(inner: Refused): string;
  /** The reader's next steps. */
  readonly go: Directions;
  /** The address of a path on this service, as this surface writes it. */
  address(path: string): string;
}

/** How one surface words one reason. */
export type Wording<Params> = (params: Params, said: Said) => string;

/** A reason that each surface words in its own names. */
export interface Unworded<Params> {
  /** Example parameters: they define the types, and tests word the reason with them. */
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
