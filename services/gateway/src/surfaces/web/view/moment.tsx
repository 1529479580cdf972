import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { formatInstantDay, formatMoment } from './format';

/** The time zone of the page's times: the account's, or UTC for visitors without a session. */
export const TimeZone = createContext('UTC');

/** A moment such as `Mar 2, 2026, 9:00 AM CST`. */
export const Moment = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{formatMoment(at, useContext(TimeZone))}</time>
);

/** The day of an instant in the account's time zone, such as `March 2, 2026`. */
export const Day = ({ at }: { at: Date }) => (
  <time dateTime={at.toISOString()}>{formatInstantDay(at, useContext(TimeZone))}</time>
);

/** A moment as the second, smaller line in a table's cell or in a card. */
export const SmallMoment = ({ at }: { at: Date | undefined }) =>
  at ? (
    <div class="muted small">
      <Moment at={at} />
    </div>
  ) : null;
