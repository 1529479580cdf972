import { escaped, type MailContent, page } from './mail';
import { singleLine } from './mailbox';
import type { ReplyToNews } from './message';

interface Sender {
  name: string;
  /** The service's address: absolute, without a trailing slash. */
  baseUrl: string;
}

/**
 * Returns the mail which asks whether customers' answers may be sent to an address. The mail contains no text of the
 * merchant, only the account's verified address, so nobody can misuse it to write to strangers.
 */
export function replyToMail(
  { ownerEmail, linkPath = '/', expiresAt }: ReplyToNews,
  { name, baseUrl }: Sender,
): MailContent {
  const service = singleLine(name);
  const lines = [
    'Hello,',
    `The owner of the ${service} account ${singleLine(ownerEmail)} wants customers' replies to go to this address.`,
  ];
  const action = 'Confirm this address';
  const after = [
    `The link works until ${expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`,
    'If you do not want these replies, do nothing. Without your confirmation, no replies go to this address.',
  ];
  const link = `${baseUrl.replace(/\/$/, '')}${linkPath}`;
  return {
    subject: `Confirm this address for customer replies at ${service}`,
    text: `${[...lines, `${action}: ${link}`, ...after].join('\n\n')}\n`,
    html: page([
      ...lines.map((line) => `<p>${escaped(line)}</p>`),
      `<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
      ...after.map((line) => `<p>${escaped(line)}</p>`),
    ]),
  };
}
