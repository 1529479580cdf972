import { DomainError } from '@parcelyard/service-kit/domain-error';
import { escaped, page } from './html';
import type { MailContent } from './mail-content';
import { singleLine } from './mailbox';

/** What a merchant writes to customers. */
export interface Letter {
  subject: string;
  /** Plain text; blank lines part paragraphs. */
  body: string;
}

const LONGEST_SUBJECT = 200;
const LONGEST_BODY = 20_000;

/**
 * The letter, trimmed. A subject of several lines is refused and not mended: whoever sends one means a header.
 * @throws DomainError `invalid_argument`
 */
export function checkLetter({ subject, body }: Letter): Letter {
  const letter = { subject: subject.trim(), body: body.trim() };
  for (const [field, most] of [
    ['subject', LONGEST_SUBJECT],
    ['body', LONGEST_BODY],
  ] as const) {
    if (letter[field] === '') throw invalid(field, 'is required.');
    if (letter[field].length > most) throw invalid(field, `must be at most ${most} characters.`);
  }
  if (letter.subject !== singleLine(letter.subject)) {
    throw invalid('subject', 'must be one line without control characters.');
  }
  return letter;
}

const invalid = (field: string, rule: string) =>
  DomainError.text('invalid_argument', `${field} ${rule}`, { field });

interface Sender {
  name: string;
  /** Absolute link that ends such mail. */
  unsubscribeUrl: string;
}

/** The letter in text and HTML, each with its way out. */
export function letterMail({ subject, body }: Letter, { name, unsubscribeUrl }: Sender): MailContent {
  const text = body.replace(/\r\n?/g, '\n');
  const reason = `You receive this e-mail as a customer of ${singleLine(name)}.`;
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return {
    subject,
    text: `${text}\n\n-- \n${reason}\nUnsubscribe: ${unsubscribeUrl}\n`,
    html: page([
      ...paragraphs.map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`),
      '<hr>',
      `<p><small>${escaped(reason)} <a href="${escaped(unsubscribeUrl)}">Unsubscribe</a></small></p>`,
    ]),
  };
}
