import { createHash } from 'node:crypto';
import type { Email } from '../../domain/credentials';
import { databaseOf, type Home } from '../../domain/home';
import type { AccountStore } from './account-store';
import type { Stores } from './create-stores';
import { type Rules, spread } from './spread';
import type { TokenStore } from './token-store';
import type { WatchedDatabase } from './watch-database';

const ofAccount = (accountId: number) => ({ accountId });
const ofRecord = ({ accountId }: { accountId: number }) => ({ accountId });
const ofHash = (hash: string) => ({ hash });
const ofFamily = ({ family }: { family: string }) => ({ hash: family });
const ofCode = ({ codeHash }: { codeHash: string }) => ({ hash: codeHash });
const ofKey = ({ accountId, key }: { accountId: number; key: string }): Home => ofKeyOf(accountId, key);
/**
 * Returns the value that decides in which database an idempotency key is stored: the account, or for partners, who have
 * no account, the key itself.
 */
const ofKeyOf = (accountId: number, key: string): Home => (accountId === 0 ? ofText(key) : { accountId });
/**
 * Returns the hash under which failed sign-ins with this e-mail address are counted. The account with this address is
 * in the same database as the hash. The failed sign-ins of a network may be in another database.
 */
const ofEmail = (email: Email): Home => ofText(`sign_in account ${email}`);
const ofText = (text: string): Home => ({ hash: createHash('sha256').update(text).digest('base64url') });

/** The stores without the methods that handle records of several databases. */
interface OfOne extends Omit<Stores, 'accounts' | 'tokens'> {
  readonly accounts: Omit<AccountStore, 'list'>;
  readonly tokens: Omit<TokenStore, 'countKnown'>;
}

/**
 * The rule of each store method: it returns the value that decides in which database the record is. The compiler
 * reports a method without a rule.
 */
const RULES: { readonly [Name in keyof OfOne]: Rules<OfOne[Name]> } = {
  accounts: {
    nextId: ofEmail,
    wasHandedOut: (_, email) => ofEmail(email),
    insert: ofRecord,
    find: ofAccount,
    findCredentials: ofEmail,
    findAt: ofAccount,
    replacePassword: ofAccount,
    setTimeZone: ofAccount,
    keepVerificationLink: ofAccount,
    verifyAddress: ofAccount,
  },
  tokens: {
    count: ofHash,
    findAccessToken: ofAccount,
    describeAccessToken: ofAccount,
    issueAccessToken: ofAccount,
    setTimeZone: ofAccount,
    replaceAccessToken: ofAccount,
  },
  apps: {
    count: ofHash,
    issueCode: ofRecord,
    redeem: ofCode,
    revokeForReplayedCode: ofCode,
    rotate: ofFamily,
    findUnanswered: ofFamily,
    collectAnew: ofFamily,
    noteAnswered: ofFamily,
    revokeForReplayedRefresh: ofFamily,
    setTimeZone: ofAccount,
    list: ofAccount,
    disconnect: ofAccount,
  },
  consents: { insert: (_, consent) => ofRecord(consent), take: ofAccount },
  tokenRequestWindows: { count: ofHash },
  sessions: { insert: ofRecord, find: ofHash, moveOn: ofHash, remove: ofHash, removeThrough: ofAccount },
  windows: { use: ofHash, release: ofHash, forget: ofHash },
  idempotency: { insert: ofKey, find: ofKeyOf, replace: ofKey, settle: ofKey, release: ofKey },
  activity: { begin: ofRecord, end: ofAccount, list: ofAccount },
};

export function spreadStores(databases: readonly WatchedDatabase[], each: readonly Stores[]): Stores {
  const of = <Name extends keyof OfOne>(name: Name) =>
    spread<OfOne[Name]>(
      databases,
      each.map((stores) => stores[name]),
      RULES[name],
    );
  const lists = each.map(({ accounts }) => accounts.list);
  const counts = each.map(({ tokens }) => tokens.countKnown);
  return {
    accounts: {
      ...of('accounts'),
      list: async (after, limit) => {
        const pages = await Promise.all(
          lists.map((list, place) => (databases[place] as WatchedDatabase).run(() => list(after, limit))),
        );
        return pages
          .flat()
          .sort((one, other) => one - other)
          .slice(0, limit);
      },
    },
    tokens: {
      ...of('tokens'),
      countKnown: async (requests, now) => {
        const places = requests.map(({ tokenHash }) => databaseOf({ hash: tokenHash }, each.length));
        const answers = await Promise.all(
          counts.map((count, place) => {
            const own = requests.filter((_, at) => places[at] === place);
            const run = () => (databases[place] as WatchedDatabase).run(() => count(own, now));
            // The database is unreachable. The caller checks each request with the result false again, and this second
            // check refuses the request.
            return own.length === 0 ? [] : run().catch(() => own.map(() => false));
          }),
        );
        const left = answers.map((granted) => granted.values());
        return places.map((place) => left[place]?.next().value === true);
      },
    },
    apps: of('apps'),
    consents: of('consents'),
    tokenRequestWindows: of('tokenRequestWindows'),
    sessions: of('sessions'),
    windows: of('windows'),
    idempotency: of('idempotency'),
    activity: of('activity'),
  };
}
