import type { Authorization } from '@parcelyard/contracts/auth';
import type { Answer } from './reply';

/**
 * The answer to a call that only reads. While auth checks the token, the answer is prepared as if auth gave the same
 * result as for the token's previous request. The prepared answer is sent only if auth gives that result again
 * (docs/adr/0052).
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
  // `begin` may be called while another request is handled. Because of this promise, `prepare` still runs in the async
  // context of the request for which it prepares the answer.
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
