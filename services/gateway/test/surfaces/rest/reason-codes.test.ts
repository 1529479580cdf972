import { REASONS, type Reason } from '@parcelyard/reasons/reasons';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { toRefusal } from '../../../src/surfaces/rest/refuse';
import { REST_CODES } from '../../../src/surfaces/rest/rest-codes';
import { REASON_TABLE, type ReasonRow } from './reason-table';

const rows = Object.entries(REASON_TABLE).flatMap(([reason, row]) =>
  row === 'elsewhere' ? [] : [[reason as Reason, ...row] as [Reason, ...ReasonRow]],
);

/** After these codes a program tries again, so the answer must say when. */
const REPEATED = new Set(['conflict_retry', 'rate_limited', 'unavailable', 'outcome_unknown']);

describe('a refusal with the reason', () => {
  it.each(rows.filter(([reason]) => reason !== 'internal'))(
    '%s (%s) has the code %s, and is %s under an Idempotency-Key [REST-E10] [REST-L7]',
    (reason, kind, code, kept) => {
      const { example } = REASONS[reason];
      const waits = reason === 'quota_exceeded' ? { retryAfterSeconds: 40 } : {};
      const refusal = toRefusal(new DomainError(kind, reason, example as never, { field: 'x', ...waits }));
      expect(refusal).toMatchObject({ code, status: REST_CODES[code].status, isFinal: kept === 'kept' });
      const repeats = REPEATED.has(code) ? { 'retry-after': expect.stringMatching(/^[1-9]\d*$/) } : {};
      expect(refusal?.headers).toEqual(repeats);
    },
  );

  it('of a failed purchase has the code of its cause', () => {
    const failed = (cause: Reason) =>
      toRefusal(
        new DomainError('failed_precondition', 'purchase_failed', {
          cause: { reason: cause, params: REASONS[cause].example },
        }),
      );
    expect(failed('purchase_given_up')).toMatchObject({ code: 'conflict_retry', isFinal: false });
    expect(failed('rate_expired')).toMatchObject({ code: 'rate_outdated', isFinal: true });
  });
});
