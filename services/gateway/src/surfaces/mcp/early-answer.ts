import type { Authorization } from '@parcelyard/contracts/auth';
import type { Answer } from './reply';

/**
 * The answer of a call that only reads, prepared while auth checks the token. The answer is prepared for the token's
 * last grant, and is sent only when auth grants the same again (docs/adr/0052).
 */
export interface EarlyAnswer {
  /** Begins to prepare the answer. */
  begin(lastGrant: Authorization): void;
  /** Returns the prepared answer, if it was prepared for this grant. */
  take(grant: Authorization): Promise<Answer> | undefined;
}

/** @param prepare never rejects */
export function createEarlyAnswer(prepare: (grant: Authorization) => Promise<Answer>): EarlyAnswer {
  let prepared: { grant: Authorization; answer: Promise<Answer> } | undefined;
  let begin: EarlyAnswer['begin'] = () => undefined;
  // `begin` is called while another request is handled. Code that follows a promise runs in the context of this
  // request.
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

/**
 * Returns whether a tool reads the same data with both grants: the data depend on the account, its time zone and the
 * connection kind.
 */
const isSameReader = (one: Authorization, other: Authorization): boolean =>
  one.accountId === other.accountId &&
  one.timeZone === other.timeZone &&
  one.connectionKind === other.connectionKind;
