import type { Directions } from './directions';

/** One refusal as data. A surface writes the sentence. */
export interface Refused {
  /** The name of the reason, a key of `REASONS`. */
  readonly reason: string;
  readonly params: object;
  /** Path of the refused input, with the contract's names, such as `ship_to.zip`. */
  readonly field?: string | undefined;
}

/** Values for a sentence, in addition to the parameters. */
export interface WordingContext {
  /** The refused field, with this surface's name; empty when there is no field. */
  readonly field: string;
  /** Returns the sentence of another refusal, which is a parameter of this refusal. */
  word(inner: Refused): string;
  /** The reader's next steps. */
  readonly go: Directions;
  /** Returns the address of a path on this service, as this surface writes it. */
  address(path: string): string;
}

/** The function that writes the sentence of one reason for one surface. */
export type Wording<Params> = (params: Params, said: WordingContext) => string;

/** A reason for which each surface writes its own sentence. */
export interface Unworded<Params> {
  /** Example parameters. They define the types, and tests write the sentence with them. */
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
