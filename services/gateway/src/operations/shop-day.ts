import type { CalendarDate } from '@parcelyard/service-kit/calendar/calendar-date';
import { dayIn } from '@parcelyard/service-kit/calendar/day-in-zone';
import { DEFAULT_TIME_ZONE } from '@parcelyard/service-kit/calendar/time-zone';
import type { OperationContext } from './operation-context';

/** The time zone in which an answer counts days, and today's date there. */
export interface ShopDay {
  readonly today: CalendarDate;
  readonly time_zone: string;
}

export function shopDay({ caller, clock }: Pick<OperationContext, 'caller' | 'clock'>): ShopDay {
  const { timeZone = DEFAULT_TIME_ZONE } = caller;
  return { today: dayIn(clock.now(), timeZone), time_zone: timeZone };
}
