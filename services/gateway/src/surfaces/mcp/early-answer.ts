import type { Authorization } from '@parcelyard/contracts/auth';
import type { Answer } from './reply';

/**
 * The answer to a call that only reads. While auth checks the token, the answer is prepared as if auth accepted the
 * token in the same way as the last time. It is sent only if auth does so (docs/adr/0052).
 */
export interface EarlyAnswer {
  begin(lastGrant: Authorization): void;
  /**
   * Returns the prepared answer if auth's new answer names the same account, time zone and connection kind as its last
   * answer.
   */
  take(grant: Authorization): Promise<Answer> | undefined;
}

/** @param prepare never rejects */
export function createEarlyAnswer(prepare: (grant: Authorization) => Promise<Answer>): EarlyAnswer {
  let prepared: { grant: Authorization; answer: Promise<Answer> } | undefined;
  let begin: EarlyAnswer['begin'] = () => undefined;
  // `begin` may be called in the async context of another request. This promise makes `prepare` run in the context of
  // its own request.
  const began = new Promise<Authorization>((resolve) => {
    begin = resolve;
  });
  void began.then((grant) => {
    prepared = { grant, answer: prepare(grant) };
  });
  return {
    begin,
    take: (grant) => (prepared && isSameReader(prepared.grant, grant) ? prepared.answer : undefined),
  };
}

/** True when a tool reads the same data with both answers of auth: same account, time zone and connection kind. */
const isSameReader = (one: Authorization, other: Authorization): boolean =>
  one.accountId === other.accountId &&
  one.timeZone === other.timeZone &&
  one.connectionKind === other.connectionKind;
