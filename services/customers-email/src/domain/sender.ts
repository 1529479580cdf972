import type { Account } from '@parcelyard/contracts/auth';
import { fullName } from './customer';
import { isMailable, singleLine } from './mailbox';

/** Who a merchant's mail is from. The service only carries it. */
export interface Sender {
  readonly name: string;
  /** Where answers go; undefined when no mail would reach the owner. */
  readonly replyTo?: string | undefined;
}

export type Owner = Pick<Account, 'company' | 'email' | 'firstName' | 'lastName'>;

/** @param chosen the name that the account's mail settings give, which comes first */
export function senderOf(owner: Owner, chosen: string): Sender {
  const names = [chosen, owner.company, fullName(owner), owner.email].map(singleLine);
  const name = names.find((given) => given !== '') ?? '';
  return { name, ...(isMailable(owner.email) && { replyTo: owner.email }) };
}

/** As a From line reads: `"Mugs & Co" <no-reply@ship.example>`. */
export const mailboxOf = (name: string, address: string): string =>
  `"${singleLine(name).replace(/["\\]/g, '\\$&')}" <${address}>`;
