export type StoreVerdict =
  | 'answer'
  /** The store itself says a definite no: asking again cannot help. */
  | 'refusal'
  /** The store itself does not take what we send: the merchant can do nothing about it. */
  | 'our fault'
  /** Whatever it was, it was not the store's word: asked again. */
  | 'no answer';

/** What credentials and addresses are refused with; stores that are closed or frozen among them. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 404, 410, 423]);
/** Of the moment, whoever says it. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * What an answer means for an import. A no counts only in the store's own words: proxies, firewalls and maintenance
 * pages answer 401, 403 and 404 too, and an import that believed them would end and mark the connection broken.
 * @param ownWords the body has the form in which the platform itself refuses
 */
export function judgeAnswer(
  { status, json }: { status: number; json: unknown },
  ownWords: boolean,
): StoreVerdict {
  if (status === 200 || status === 201) return json === undefined ? 'no answer' : 'answer';
  if (!ownWords || status >= 500 || PASSING.has(status)) return 'no answer';
  if (REFUSALS.has(status)) return 'refusal';
  return status >= 400 ? 'our fault' : 'no answer';
}
