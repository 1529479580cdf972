import { type Letter, letterMail } from '../domain/letter';
import type { MailContent } from '../domain/mail';
import { fillIn, type Person } from '../domain/merge-fields';
import type { CustomersPorts } from '../ports';

export type LetterPorts = Pick<CustomersPorts, 'links' | 'baseUrl'>;

interface Recipient {
  readonly accountId: number;
  readonly address: string;
  readonly person: Person;
}

/** Returns a letter with the recipient's own link to unsubscribe. Previews and messages use this function. */
export function composeLetter(
  { links, baseUrl }: LetterPorts,
  letter: Letter,
  { name, postalAddress }: { name: string; postalAddress: string },
  { accountId, address, person }: Recipient,
): MailContent & { unsubscribeUrl: string } {
  const token = links.seal({ accountId, address: address.toLowerCase() });
  const unsubscribeUrl = `${baseUrl.replace(/\/$/, '')}/unsubscribe/${token}`;
  return { ...letterMail(fillIn(letter, person), { name, postalAddress, unsubscribeUrl }), unsubscribeUrl };
}
