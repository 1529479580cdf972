import {
  ActivityActor,
  type ActivityAuthor,
  type ActivityEntry,
  ActivityOutcome,
} from '@parcelyard/contracts/activity';
import type { Tone } from '../../view/blocks';
import { refusalWords } from './refusal-words';

/** The outcome of an action: a badge, and a sentence if an explanation is needed. */
export interface OutcomeWords {
  readonly name: 'done' | 'refused' | 'interrupted' | 'outcome unknown' | 'in progress';
  readonly tone: Tone;
  readonly badge: string;
  readonly sentence: string;
}

/** The longest call takes a minute. After two minutes every action has ended. */
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
        // The row does not show the owner's decision, because reading the decision would need one call for each row.
        // The approval's page shows it.
        badge: reason === 'approval_needed' ? 'Asked you' : 'Refused',
      };
    case ActivityOutcome.FAILED:
      return {
        name: 'interrupted',
        tone: 'bad',
        badge: 'Interrupted',
        sentence: 'Check whether the action was done.',
      };
    default:
      return at && now.getTime() - at.getTime() < LONGEST_ACTION_MS
        ? { name: 'in progress', tone: 'accent', badge: 'In progress', sentence: '' }
        : {
            name: 'outcome unknown',
            tone: 'bad',
            badge: 'Outcome unknown',
            sentence: 'Check whether the action was done.',
          };
  }
}

/**
 * Sentences for actions with the amount 0. Such an action repeated an earlier one: it returned the first result and
 * moved no money.
 */
const REPETITIONS: Readonly<Record<string, string>> = {
  buy_label: 'Already bought; nothing was charged.',
  trigger_batch_purchase: 'Already begun; nothing was charged.',
  redeem_referral_credit: 'Already redeemed; nothing was credited.',
};

const doneWords = ({ action, subject }: ActivityEntry): string =>
  subject?.amountCents === 0 ? (REPETITIONS[action] ?? '') : '';

const SURFACES: Readonly<Record<string, string>> = { mcp: 'MCP', rest: 'REST' };

/** Returns who acted: a name, and a detail that distinguishes authors of the same kind. */
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
      return ['API key', tokenIssuedAt ? `created ${formatDay(tokenIssuedAt)}, ${via}` : via];
  }
}
