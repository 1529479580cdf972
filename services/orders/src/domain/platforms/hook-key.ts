import { type AccountId, accountId as toAccountId } from '@parcelyard/service-kit/ids';

const KEY = /^([1-9]\d{0,14})-[A-Za-z0-9_-]{32}$/;

/** Returns the account in the key of a store's hook address; undefined when the key is not ours. */
export function accountOfKey(key: string): AccountId | undefined {
  const account = KEY.exec(key)?.[1];
  return account === undefined ? undefined : toAccountId(Number(account));
}
