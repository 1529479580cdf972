export type StoreVerdict =
  | 'answer'
  /** The store itself refuses permanently. A repeated request cannot help. */
  | 'refusal'
  /** The store itself rejects our request because of an error in this service. The merchant cannot solve it. */
  | 'our fault'
  /** The answer is not from the store itself. Repeat the request. */
  | 'no answer';

/** Statuses for wrong credentials, for a wrong store URL, and for a closed or frozen store. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 404, 410, 423]);
/** Statuses of temporary failures, whichever server sends them. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/**
 * Returns what an answer means for an import. An answer is a refusal only when the store itself sent it. Proxies,
 * firewalls and maintenance pages also answer 401, 403 and 404; they must not end the import or mark the connection
 * broken.
 * @param ownWords whether the body has the form of the platform's own refusals
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
