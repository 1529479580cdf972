import type { Account } from '@parcelyard/contracts/auth';
import { fullName } from './customer';
import { isMailable, singleLine } from './mailbox';

/** Whom a customer sees as the sender of a merchant's mail. */
export interface Sender {
  readonly name: string;
  /** The address to which answers go; undefined when the owner has no address that can receive mail. */
  readonly replyTo?: string | undefined;
}

export type Owner = Pick<Account, 'company' | 'email' | 'firstName' | 'lastName'>;

/** The account's mail settings. A setting that is not empty is used instead of the owner's name or e-mail address. */
interface Chosen {
  senderName: string;
  /** The address for answers. The person who reads it has confirmed it. If empty, answers go to the owner's address. */
  replyTo: string;
}

export function senderOf(owner: Owner, chosen: Chosen): Sender {
  const names = [chosen.senderName, owner.company, fullName(owner), owner.email].map(singleLine);
  const name = names.find((given) => given !== '') ?? '';
  const replyTo = chosen.replyTo || owner.email;
  return { name, ...(isMailable(replyTo) && { replyTo }) };
}

/** Returns name and address as in a From header: `"Mugs & Co" <no-reply@ship.example>`. */
export const mailboxOf = (name: string, address: string): string =>
  `"${singleLine(name).replace(/["\\]/g, '\\$&')}" <${address}>`;
