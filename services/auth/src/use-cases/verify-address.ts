import type { Clock } from '@parcelyard/service-kit/clock';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import type { Account, Accounts, TokenSecrets } from '../ports';
import { getAccount } from './get-account';

interface Dependencies {
  accounts: Accounts;
  secrets: TokenSecrets;
  clock: Clock;
  lifetimeSeconds: number;
}

/** 256 bits. */
const LINK_BYTES = 32;
const LINK = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

/**
 * The text of a fresh link that proves an account's address; only a digest is kept. An earlier link is dead.
 * @throws DomainError not_found for the account, failed_precondition when the address is verified
 */
export const createVerificationLink =
  ({ accounts, secrets, clock, lifetimeSeconds }: Dependencies) =>
  async (account: AccountId): Promise<{ token: string; expiresAt: Date }> => {
    await getAccount({ accounts })(account);
    const token = `${account}.${secrets.random(LINK_BYTES)}`;
    const expiresAt = new Date(clock.now().getTime() + lifetimeSeconds * 1_000);
    if (await accounts.keepVerificationLink(account, secrets.hash(token), expiresAt)) {
      return { token, expiresAt };
    }
    throw DomainError.text('failed_precondition', 'The e-mail address of this account is verified already.');
  };

/** @throws DomainError not_found for a link that is used, replaced, too old or no link of ours */
export const verifyAddress =
  ({ accounts, secrets, clock }: Dependencies) =>
  async (token: string): Promise<Account> => {
    const [, id] = LINK.exec(token) ?? [];
    if (id === undefined) throw deadLink();
    const account = accountId(Number(id));
    if (!(await accounts.verifyAddress(account, secrets.hash(token), clock.now()))) throw deadLink();
    return getAccount({ accounts })(account);
  };

const deadLink = () => DomainError.text('not_found', 'This link was used already, or is too old.');
