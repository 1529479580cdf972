import { timeZoneNames } from '@parcelyard/service-kit/calendar/time-zone';
import { Card } from '../../view/blocks';
import { Button, PostForm, SelectField } from '../../view/forms';

interface TimeZoneFormProps {
  action: string;
  timeZone: string;
  problem: string | undefined;
}

/** The time zone in which the account's days begin. */
export const TimeZoneForm = ({ action, timeZone, problem }: TimeZoneFormProps) => (
  <Card
    title="Time zone"
    lead="Dates on all pages, daily limits and reports are in this time zone. Until you choose a time zone, we use that of your ship-from address."
  >
    <PostForm action={action} class="stack narrow">
      <SelectField
        label="Time zone"
        name="time_zone"
        value={timeZone}
        options={isListed(timeZone) ? [] : [[timeZone, timeZone]]}
        groups={groups()}
        hint="After a change, reports are calculated again. Booked pickups keep their day."
        error={problem}
      />
      <div>
        <Button>Save time zone</Button>
      </div>
    </PostForm>
  </Card>
);

type Options = [value: string, text: string][];

const UNITED_STATES: Options = [
  ['America/New_York', 'Eastern'],
  ['America/Chicago', 'Central'],
  ['America/Denver', 'Mountain'],
  ['America/Phoenix', 'Arizona'],
  ['America/Los_Angeles', 'Pacific'],
  ['America/Anchorage', 'Alaska'],
  ['Pacific/Honolulu', 'Hawaii'],
  ['America/Puerto_Rico', 'Puerto Rico'],
  ['Pacific/Guam', 'Guam'],
  ['Pacific/Pago_Pago', 'American Samoa'],
];
const UTC = 'UTC';

const isUnitedStates = (name: string): boolean => UNITED_STATES.some(([zone]) => zone === name);
const isListed = (name: string): boolean =>
  name === UTC || isUnitedStates(name) || timeZoneNames().includes(name);

/** Returns the zones in groups: common zones first, then all other zones by continent. */
function groups(): [heading: string, options: Options][] {
  const others = new Map<string, Options>();
  for (const name of timeZoneNames()) {
    if (isUnitedStates(name)) continue;
    const [continent = '', ...place] = name.split('/');
    const options = others.get(continent) ?? [];
    others.set(continent, [...options, [name, place.join(', ').replaceAll('_', ' ')]]);
  }
  const named: Options = UNITED_STATES.map(([zone, text]) => [zone, `${text} (${zone})`]);
  return [['United States', named], ...others, ['Other', [[UTC, UTC]]]];
}
