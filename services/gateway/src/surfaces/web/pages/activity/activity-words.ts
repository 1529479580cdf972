import {
  ActivityActor,
  type ActivityAuthor,
  type ActivityEntry,
  ActivityOutcome,
} from '@parcelyard/contracts/activity';
import { refusalWords } from './refusal-words';

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

export function outcomeWords(entry: ActivityEntry, now: Date): OutcomeWords {
  const { outcome, reason, at } = entry;
  switch (outcome) {
    case ActivityOutcome.DONE:
      return { name: 'done', tone: 'good', badge: 'Done', sentence: doneWords(entry) };
    case ActivityOutcome.REFUSED:
      return {
        name: 'refused',
        tone: 'warn',
        sentence: refusalWords(reason),
        // What became of the question stands on its own page: looking it up here would be a call for each row.
        badge: reason === 'approval_needed' ? 'Asked you' : 'Refused',
      };
    case ActivityOutcome.FAILED:
      return { name: 'broken off', tone: 'bad', badge: 'Broke off', sentence: 'Check what came of it.' };
    default:
      return at && now.getTime() - at.getTime() < LONGEST_ACTION_MS
        ? { name: 'under way', tone: 'accent', badge: 'Under way', sentence: '' }
        : {
            name: 'no end recorded',
            tone: 'bad',
            badge: 'No end recorded',
            sentence: 'Check what came of it.',
          };
  }
}

/** What is done already is answered like the first time; that nothing moved tells it apart. */
const REPETITIONS: Readonly<Record<string, string>> = {
  buy_label: 'Already bought; nothing was charged.',
  trigger_batch_purchase: 'Already begun; nothing was charged.',
  redeem_referral_credit: 'Already redeemed; nothing was credited.',
};

const doneWords = ({ action, subject }: ActivityEntry): string =>
  subject?.amountCents === 0 ? (REPETITIONS[action] ?? '') : '';

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
