import type {
  Account,
  AccountRef,
  CreateAccountRequest,
  ListAccountsRequest,
  ListAccountsResponse,
} from '@parcelyard/contracts/auth';
import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { AccountStore } from '../adapters/mongo/account-store';
import { type Email, parseEmail, parsePassword } from '../domain/credentials';
import type { AuthPorts } from '../ports';

type AccountPorts = Pick<AuthPorts, 'accounts' | 'passwords' | 'clock'>;

/**
 * @throws DomainError invalid_argument for a bad e-mail address or password, already_exists for an address that has an
 * account, failed_precondition for an account id that was not lost, unavailable when the password queue is full
 */
export async function createAccount(
  { accounts, passwords, clock }: AccountPorts,
  request: CreateAccountRequest,
  signal?: AbortSignal,
): Promise<Account> {
  const email = parseEmail(request.email);
  const password = parsePassword(request.password);
  // The password is hashed before the address is looked up. So the time of the answer does not reveal which addresses
  // have an account.
  const passwordHash = await passwords.inTurn((work) => work.hash(password), signal);
  // Two sign-ups with one address may both pass this check. The insert below then refuses one of them. The check saves
  // account ids: a sign-up with an address that has an account uses up no id.
  if (await accounts.findCredentials(email)) throw emailInUse();
  const { firstName, lastName, company } = cleanSavedText(request);
  const account = {
    accountId:
      request.accountId === undefined
        ? await accounts.nextId(email)
        : await forgotten(accounts, request.accountId, email),
    email,
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    company: company.trim(),
    createdAt: clock.now(),
    addressVerified: !request.unverified,
  };
  if (await accounts.insert(account, passwordHash)) return account;
  throw emailInUse();
}

const emailInUse = () => new DomainError('already_exists', 'email_in_use', {}, { field: 'email' });

/**
 * Checks that this database gave out the account id, but has no account with this id. Such an account was lost when a
 * backup was restored. Returns the id.
 * @throws DomainError failed_precondition when the id was never given out, or when the account exists
 */
async function forgotten(accounts: AccountStore, accountId: number, email: Email): Promise<number> {
  const isForgotten = !(await accounts.find(accountId)) && (await accounts.wasHandedOut(accountId, email));
  if (isForgotten) return accountId;
  throw new DomainError(
    'failed_precondition',
    'account_not_forgotten',
    { accountId },
    { field: 'account_id' },
  );
}

const MAX_PAGE = 1_000;

export const listAccounts = async (
  { accounts }: Pick<AccountPorts, 'accounts'>,
  { afterAccountId, limit }: ListAccountsRequest,
): Promise<ListAccountsResponse> => ({
  accountIds: await accounts.list(afterAccountId, limit > 0 ? Math.min(limit, MAX_PAGE) : MAX_PAGE),
});

/** @throws DomainError not_found */
export async function getAccount(
  { accounts }: Pick<AccountPorts, 'accounts'>,
  { accountId }: AccountRef,
): Promise<Account> {
  const account = await accounts.find(accountId);
  if (!account) throw new DomainError('not_found', 'account_not_found', { accountId });
  return account;
}
