import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { type Report, reportOf, type SpanWish, spanOf } from '../domain/report';
import { dayOf } from '../domain/report-figures';
import type { ReportDays } from '../ports';

/** A report reads one document a day with figures, so this bounds its work. */
const MOST_DAYS = 3_660;

/** @throws DomainError `invalid_argument` when the span ends before it begins, or is too long */
export const getReport =
  ({ reports, clock }: { reports: ReportDays; clock: Clock }) =>
  async (accountId: AccountId, wish: SpanWish): Promise<Report> => {
    const span = spanOf(wish, dayOf(clock.now()));
    const { from, to } = span;
    if (from > to) {
      throw DomainError.text('invalid_argument', `from must not be after to (${to}); got ${from}.`, {
        field: 'from',
      });
    }
    if ((Date.parse(to) - Date.parse(from)) / 86_400_000 >= MOST_DAYS) {
      throw DomainError.text(
        'invalid_argument',
        `from must be within ten years of to (${to}); got ${from}.`,
        {
          field: 'from',
        },
      );
    }
    return reportOf(span, await reports.read(accountId, span));
  };
