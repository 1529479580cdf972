import { createHash, timingSafeEqual } from 'node:crypto';
import type { ActivityAuthor } from '@parcelyard/contracts/activity';
import { AuthorizeOutcome, type RateWindow, Surface } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import type { Context } from 'koa';
import { activityAuthor } from '../../clients/activity-author';
import type { Authorizer } from '../../clients/authorizer';
import { readBearerToken } from '../http/bearer-token';
import { RestRefusal } from './rest-refusal';
import type { RestAccess } from './route';

/** Who calls: an account, a partner (as the hash of its key), or anyone. */
export interface Principal {
  readonly accountId: number;
  readonly partner: string;
  readonly author?: ActivityAuthor;
  readonly timeZone?: string | undefined;
}

interface Dependencies {
  authorizer: Authorizer;
  partnerKeys: readonly string[];
}

export type Authenticate = (ctx: Context, access: RestAccess) => Promise<Principal>;

const NOBODY: Principal = { accountId: 0, partner: '' };

/**
 * Checks what a route requires of its caller. The check is made before the rest of the request is read.
 * @see [REST-A1], [REST-A2]
 */
export function createAuthenticate({ authorizer, partnerKeys }: Dependencies): Authenticate {
  const partners = partnerKeys.map(digest);
  return async (ctx, access) => {
    if (access === 'none') return NOBODY;
    if (access === 'partner key') return { accountId: 0, partner: partnerOf(ctx, partners) };
    return ownerOf(ctx, authorizer);
  };
}

async function ownerOf(ctx: Context, authorizer: Authorizer): Promise<Principal> {
  const bearer = readBearerToken(ctx.get('authorization') || undefined);
  if (bearer.kind === 'missing') {
    throw unauthorized(
      'missing_bearer_token',
      'Send your access token in the header Authorization: Bearer <ACCESS_TOKEN>.',
    );
  }
  if (bearer.kind === 'malformed') throw unauthorized('invalid_token', INVALID);
  const authorization = await authorizer.authorize(bearer.token, Surface.REST, ctx.ip);
  const { outcome, connectionKind, accountId, timeZone, rateWindow } = authorization;
  if (rateWindow) ctx.set(rateLimitHeaders(rateWindow));
  switch (outcome) {
    case AuthorizeOutcome.GRANTED:
      break;
    case AuthorizeOutcome.EXPIRED_TOKEN:
      throw unauthorized(
        'expired_token',
        'The access token has expired. Get a new one from POST /public/token.',
      );
    case AuthorizeOutcome.RATE_LIMITED:
      throw new RestRefusal(
        'rate_limited',
        'More than 600 requests in a minute for this token. Try again in the next minute.',
        { headers: { 'retry-after': String(rateWindow?.secondsLeft ?? WINDOW_SECONDS) } },
      );
    default:
      throw unauthorized('invalid_token', INVALID);
  }
  if (connectionKind === ConnectionKind.TOKEN) {
    return { accountId, timeZone, partner: '', author: activityAuthor('rest', authorization) };
  }
  throw unauthorized(
    'invalid_token',
    'A connected app cannot use the REST API: send the access token of the account.',
  );
}

const INVALID = 'The access token is not valid. It may have been replaced. Send only the token after Bearer.';

/** The challenge does not point to the OAuth metadata of `/mcp`, because REST refuses the tokens of connected apps. */
export const CHALLENGE = 'Bearer realm="/public"';

/** @see [REST-A1]; RFC 6750 §3.1 */
function unauthorized(code: 'missing_bearer_token' | 'invalid_token' | 'expired_token', error: string) {
  const challenge = code === 'missing_bearer_token' ? CHALLENGE : `${CHALLENGE}, error="invalid_token"`;
  return new RestRefusal(code, error, { headers: { 'www-authenticate': challenge } });
}

const WINDOW_SECONDS = 60;
const POLICY = `"default";q=600;w=${WINDOW_SECONDS}`;

/** @see [REST-L8]; draft-ietf-httpapi-ratelimit-headers */
const rateLimitHeaders = ({ left, secondsLeft }: RateWindow) => ({
  'ratelimit-policy': POLICY,
  ratelimit: `"default";r=${left};t=${secondsLeft}`,
});

function partnerOf(ctx: Context, partners: readonly Buffer[]): string {
  const given = digest(ctx.get('x-partner-key'));
  const known = partners.find((partner) => timingSafeEqual(partner, given));
  if (known) return known.toString('base64url');
  throw new RestRefusal(
    'partner_key_required',
    'To create accounts, send a valid partner key in the header X-Partner-Key.',
  );
}

/** Returns a hash. Hashes have the same length, so that keys can be compared in constant time. */
const digest = (key: string): Buffer => createHash('sha256').update(key).digest();
