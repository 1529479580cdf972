import { DomainError } from '@parcelyard/service-kit/domain-error';
import { escaped, type MailContent, page } from './mail';
import { singleLine } from './mailbox';
import { checkMergeFields } from './merge-fields';

/** What a merchant writes to customers. */
export interface Letter {
  subject: string;
  /** Plain text; blank lines separate paragraphs. */
  body: string;
}

const MAX_LENGTHS = { subject: 200, body: 20_000 } as const;

/**
 * Returns the letter, trimmed. A subject with several lines is refused, because a second line could become a header.
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
  checkMergeFields(letter);
  return letter;
}

interface Ending {
  name: string;
  /** The shop's postal address in one line; empty when it has none. */
  postalAddress: string;
  /** Absolute link to unsubscribe. */
  unsubscribeUrl: string;
}

/** Returns the letter as text and as HTML. Both end with the sender, the postal address and the link to unsubscribe. */
export function letterMail(
  { subject, body }: Letter,
  { name, postalAddress, unsubscribeUrl }: Ending,
): MailContent {
  const text = body.replace(/\r\n?/g, '\n');
  const shop = singleLine(name);
  const ending = [
    ...(postalAddress === '' ? [shop] : [shop, singleLine(postalAddress)]),
    `You receive this e-mail as a customer of ${shop}.`,
  ];
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim());
  return {
    subject,
    text: `${text}\n\n-- \n${ending.join('\n')}\nUnsubscribe: ${unsubscribeUrl}\n`,
    html: page([
      ...paragraphs.map((paragraph) => `<p>${escaped(paragraph).replaceAll('\n', '<br>')}</p>`),
      '<hr>',
      `<p><small>${ending.map(escaped).join('<br>')} <a href="${escaped(unsubscribeUrl)}">Unsubscribe</a></small></p>`,
    ]),
  };
}
