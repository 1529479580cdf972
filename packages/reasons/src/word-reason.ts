import { type Directions, PLAIN_DIRECTIONS } from './directions';
import type { Refused, Wording } from './reason';
import { isReason, REASONS, type Reason, type ReasonParams, type WordedReason } from './reasons';

/**
 * The sentences that a surface writes itself. A catalogue must have a sentence for every reason that has no common
 * sentence. For any other reason, it has a sentence only if this surface needs another one than the common sentence.
 */
export type Catalogue = {
  readonly [R in Exclude<Reason, WordedReason>]: Wording<ReasonParams<R>>;
} & {
  readonly [R in WordedReason]?: Wording<ReasonParams<R>>;
};

/** How one surface writes the sentences of reasons. */
export interface Surface {
  readonly catalogue: Catalogue;
  /** The surface's words for the next steps; sentences of reasons contain them. */
  readonly directions: Directions;
  /** Returns the surface's own name of a field, from the path in the contract. */
  fieldName(path: string): string;
  /** Converts a path to an address. If absent, the path itself is shown. */
  readonly absolute?: Absolute | undefined;
}

/** The address that callers use for a path on this service. */
export type Absolute = (path: string) => string;

export function wordReason(surface: Surface, { reason, params, field = '' }: Refused): string {
  if (!isReason(reason)) return wordReason(surface, { reason: 'internal', params: {} });
  const words = (surface.catalogue[reason] ?? sentenceOf(reason)) as Wording<object> | undefined;
  if (!words) throw new Error(`no surface words the reason ${reason}`);
  return words(params, {
    field: field && surface.fieldName(field),
    go: surface.directions,
    word: (inner) => wordReason(surface, inner),
    address: surface.absolute ?? samePath,
  });
}

/**
 * Returns the common sentence, for operators. For a reason without a common sentence, returns its name and parameters.
 */
export function wordNeutrally(refused: Refused): string {
  const { reason, params, field = '' } = refused;
  const words = isReason(reason) ? sentenceOf(reason) : undefined;
  return (
    words?.(params, { field, go: PLAIN_DIRECTIONS, word: wordNeutrally, address: samePath }) ??
    `${reason} ${JSON.stringify(params)}`
  );
}

const samePath: Absolute = (path) => path;

const sentenceOf = (reason: Reason): Wording<object> | undefined =>
  (REASONS[reason] as { sentence?: Wording<object> }).sentence;
