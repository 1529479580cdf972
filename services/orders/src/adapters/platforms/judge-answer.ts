export type StoreVerdict =
  | 'answer'
  /** The store itself refuses for good: asking again cannot help. */
  | 'refusal'
  /** The store itself does not accept what we send; the merchant can do nothing about it. */
  | 'our fault'
  /** The answer is not from the store itself: ask again. */
  | 'no answer';

/** Statuses that refuse credentials and addresses, also for closed or frozen stores. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 404, 410, 423]);
/** Temporary, whoever answers. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * What an answer means for an import. A refusal counts only in the store's own words. Proxies, firewalls and
 * maintenance pages answer 401, 403 and 404 too; believing them would end the import and mark the connection broken.
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
