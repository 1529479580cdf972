import { optionalCalendarDate } from '../arguments/fields';

/** The span of a report by days; what is left out has a default. */
export const reportSpan = (defaultSpan: string) => ({
  from: optionalCalendarDate(`First day of the report (UTC), YYYY-MM-DD. Default: ${defaultSpan}.`),
  to: optionalCalendarDate('Last day of the report (UTC), YYYY-MM-DD. Default: today.'),
});
