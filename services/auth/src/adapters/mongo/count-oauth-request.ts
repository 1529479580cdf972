import type { Db } from 'mongodb';
import type { OAuthGrant } from '../../domain/oauth-grant';
import type { Surface } from '../../domain/rate-window';
import type { CountRequest } from './count-request';
import { countedWindow } from './counted-window';

type Answer = {
  value: { accountId: number; name: string; timeZone?: string; grants: OAuthGrant[] } | null;
};

const fields = (surface: Surface) => ({
  _id: 0,
  accountId: 1,
  name: 1,
  timeZone: 1,
  'grants.tokenHash': 1,
  'grants.expiresAt': 1,
  [`grants.${surface}`]: 1,
});
const FIELDS = { mcp: fields('mcp'), rest: fields('rest') } as const;

/** Checks and counts a request of a connected app, as `countRequest` does for the account's access token. */
export function countOAuthRequest(db: Db, collection: string): CountRequest {
  const command = { findAndModify: collection, new: true, writeConcern: { w: 1, j: false } };
  return async (tokenHash, surface, now) => {
    const { value } = (await db.command({
      ...command,
      query: { 'grants.tokenHash': tokenHash },
      update: countIn(tokenHash, surface, now),
      fields: FIELDS[surface],
    })) as unknown as Answer;
    const grant = value?.grants.find((one) => one.tokenHash === tokenHash);
    if (!value || !grant?.expiresAt) return undefined;
    const { accountId, name: appName, timeZone } = value;
    return { accountId, appName, timeZone, expiresAt: grant.expiresAt, window: grant[surface] ?? 0 };
  };
}

/** Returns the update that counts a request. If the token has expired, the update changes nothing. */
function countIn(tokenHash: string, surface: Surface, now: Date) {
  const isCounted = { $and: [{ $eq: ['$$one.tokenHash', tokenHash] }, { $gt: ['$$one.expiresAt', now] }] };
  const counted = {
    [surface]: countedWindow(`$$one.${surface}`, now),
    lastUsedAt: now,
  };
  const count = { $cond: [isCounted, { $mergeObjects: ['$$one', counted] }, '$$one'] };
  return [{ $set: { grants: { $map: { input: '$grants', as: 'one', in: count } } } }];
}
