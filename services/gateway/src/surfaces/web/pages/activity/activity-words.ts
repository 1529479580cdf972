import {
  ActivityActor,
  type ActivityAuthor,
  type ActivityEntry,
  ActivityOutcome,
} from '@parcelyard/contracts/activity';

export type Tone = 'good' | 'accent' | 'warn' | 'bad';

/** What became of an action: a badge, and a sentence where there is more to say. */
export interface OutcomeWords {
  readonly name: 'done' | 'refused' | 'broken off' | 'no end recorded' | 'under way';
  readonly tone: Tone;
  readonly badge: string;
  readonly sentence: string;
}

/** The longest call takes a minute; after two nobody is at it any more. */
const LONGEST_ACTION_MS = 120_000;

export function outcomeWords({ outcome, reason, at }: ActivityEntry, now: Date): OutcomeWords {
  switch (outcome) {
    case ActivityOutcome.DONE:
      return { name: 'done', tone: 'good', badge: 'Done', sentence: '' };
    case ActivityOutcome.REFUSED:
      return { name: 'refused', tone: 'warn', badge: 'Refused', sentence: REFUSALS[reason] ?? NOTHING };
    case ActivityOutcome.FAILED:
      return { name: 'broken off', tone: 'bad', badge: 'Broke off', sentence: 'Check what came of it.' };
    default:
      return at && now.getTime() - at.getTime() < LONGEST_ACTION_MS
        ? { name: 'under way', tone: 'accent', badge: 'Under way', sentence: '' }
        : {
            ...{ name: 'no end recorded', tone: 'bad', badge: 'No end recorded' },
            sentence: 'Check what came of it.',
          };
  }
}

const NOTHING = 'Nothing was done.';

/** Why something was refused, in as few words as a row has room for; whatever is not here was refused for its own sake. */
const REFUSALS: Readonly<Record<string, string>> = {
  label_limit_passed: 'Over your limit for one label.',
  day_limit_passed: 'Over your limit for a day.',
  approval_needed: 'It waited for your yes.',
  approval_denied: 'You said no.',
  approval_unusable: 'Your yes was for something else, or was used already.',
  insufficient_balance: 'The balance does not cover it.',
  batch_balance_insufficient: 'The balance does not cover it.',
  payment_declined: 'The card was declined.',
  shipment_limit_reached: 'The plan’s shipments of the month are used up.',
  marketing_limit_reached: 'The plan’s e-mails of the month are used up.',
  plan_lacks_feature: 'Your plan does not include it.',
  carrier_refused: 'The carrier refused.',
  price_above_max_cost: 'Dearer than the ceiling of the call.',
  batch_above_max_total: 'Dearer than the ceiling of the call.',
  batch_above_max_charge: 'Dearer than the ceiling of the call.',
  rate_expired: 'The rate was too old.',
  address_changed_since_rating: 'The address had changed since it was rated.',
  order_not_found: 'There is no such order.',
  order_not_ready_to_ship: 'The order was not ready to ship.',
  parcel_scanned: 'The carrier had the parcel already.',
  activity_not_recorded: 'It could not be recorded here, so it was not begun.',
};

const SURFACES: Readonly<Record<string, string>> = { mcp: 'MCP', rest: 'REST' };

/** Who acted, in two parts: the name, and what tells it from others of its kind. */
export function authorWords(
  author: ActivityAuthor | undefined,
  formatDay: (date: Date) => string,
): readonly [name: string, more: string] {
  const { actor, surface = '', appName = '', tokenIssuedAt } = author ?? {};
  const via = SURFACES[surface] ?? surface;
  switch (actor) {
    case ActivityActor.OWNER:
      return ['The owner', 'in the web application'];
    case ActivityActor.APP:
      return [appName || 'A connected app', `connected app, ${via}`];
    default:
      return ['API key', tokenIssuedAt ? `of ${formatDay(tokenIssuedAt)}, ${via}` : via];
  }
}
