export type StoreVerdict =
  | 'answer'
  /** The store itself refuses, and will refuse again. */
  | 'refusal'
  /** The store itself says that our request is wrong. The merchant can do nothing. */
  | 'our fault'
  /** The answer is not from the store itself, so the request is to be repeated. */
  | 'no answer';

/** Statuses for wrong credentials, for a wrong store URL, and for a closed or frozen store. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 404, 410, 423]);
/** Statuses of temporary failures, whether the store or a proxy sends them. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * Returns what an answer means for an import. Proxies, firewalls and maintenance pages also answer 401, 403 and 404.
 * Only the store's own refusal may end the import or mark the connection as broken.
 * @param ownWords whether the body looks like a refusal of this platform
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
