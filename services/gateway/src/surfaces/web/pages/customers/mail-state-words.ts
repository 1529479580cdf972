import type { Customer } from '@parcelyard/contracts/customers';
import type { Tone } from '../../view/blocks';

export interface MailWords {
  readonly tone: Tone;
  readonly badge: string;
  readonly sentence: string;
}

const WORDS = {
  reachable: {
    tone: 'good',
    badge: 'Subscribed',
    sentence: 'Receives your marketing e-mail and your personal e-mail.',
  },
  unreachable: {
    tone: 'neutral',
    badge: 'No e-mail address',
    sentence: 'No e-mail can be sent, because the customer has no e-mail address.',
  },
  bounced: {
    tone: 'bad',
    badge: 'E-mail bounces',
    sentence: 'The mailbox does not exist, so no more e-mail is sent to it.',
  },
  complained: {
    tone: 'warn',
    badge: 'Reported as spam',
    sentence: 'Reported an e-mail as spam, so no more marketing e-mail is sent.',
  },
  unsubscribed: {
    tone: 'neutral',
    badge: 'Unsubscribed',
    sentence: 'Does not want marketing e-mail. E-mail about a label is still sent.',
  },
} as const satisfies Readonly<Record<string, MailWords>>;

/** Explains whether mail reaches a customer. */
export const mailWords = (state: string): MailWords =>
  Object.hasOwn(WORDS, state)
    ? WORDS[state as keyof typeof WORDS]
    : { tone: 'neutral', badge: state, sentence: '' };

/** Returns the state for a list, in which a complaint counts as "unsubscribed". */
export function listedState({ email, emailBouncedAt, subscribed }: Customer): string {
  if (email === '') return 'unreachable';
  if (emailBouncedAt) return 'bounced';
  return subscribed ? 'reachable' : 'unsubscribed';
}
