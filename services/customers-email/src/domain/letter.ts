import { DomainError } from '@parcelyard/service-kit/domain-error';
import { escaped, type MailContent, page } from './mail';
import { singleLine } from './mailbox';

/** What a merchant writes to customers. */
export interface Letter {
  subject: string;
  /** Plain text; blank lines separate paragraphs. */
  body: string;
}

const MAX_LENGTHS = { subject: 200, body: 20_000 } as const;

/**
 * The letter, trimmed. A subject of several lines is refused and not corrected: it is an attempt to add a header.
 * @throws DomainError `invalid_argument`
 */
export function checkLetter({ subject, body }: Letter): Letter {
  const letter = { subject: subject.trim(), body: body.trim() };
  for (const field of ['subject', 'body'] as const) {
    const max = MAX_LENGTHS[field];
    if (letter[field] === '') throw new DomainError('invalid_argument', 'field_required', {}, { field });
    if (letter[field].length > max) {
      throw new DomainError('invalid_argument', 'letter_too_long', { max }, { field });
    }
  }
  if (letter.subject !== singleLine(letter.subject)) {
    throw new DomainError('invalid_argument', 'field_not_one_line', {}, { field: 'subject' });
  }
  return letter;
}

interface Sender {
  name: string;
  /** Absolute link that ends such mail. */
  unsubscribeUrl: string;
}

/** The letter in text and HTML, each with its unsubscribe link. */
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
