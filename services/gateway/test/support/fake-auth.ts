import { type AuthDefinition, AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import type { RpcHandlers } from '@parcelyard/service-kit/rpc/definition';

export const ACCOUNT_ID = 7;

/** One token for each possible answer of auth. */
export const TOKENS = {
  access: 'OAUTH2.access-token-of-the-account',
  oauth: 'oauth-sign-in-token',
  expired: 'OAUTH2.expired',
  limited: 'OAUTH2.over-the-limit',
  odd: 'OAUTH2.of-a-kind-that-came-later',
  unknown: 'OAUTH2.nobody-knows-this-one',
} as const;

const OUTCOMES: Readonly<Record<string, readonly [AuthorizeOutcome, ConnectionKind]>> = {
  [TOKENS.access]: [AuthorizeOutcome.GRANTED, ConnectionKind.TOKEN],
  [TOKENS.oauth]: [AuthorizeOutcome.GRANTED, ConnectionKind.APP],
  [TOKENS.expired]: [AuthorizeOutcome.EXPIRED_TOKEN, ConnectionKind.UNSPECIFIED],
  [TOKENS.limited]: [AuthorizeOutcome.RATE_LIMITED, ConnectionKind.TOKEN],
  [TOKENS.odd]: [AuthorizeOutcome.UNSPECIFIED, ConnectionKind.UNSPECIFIED],
};

export const TOKEN_ISSUED_AT = new Date('2026-02-01T00:00:00Z');

type Faked = 'authorize' | 'takeQuota' | 'beginActivity' | 'endActivity';

export const fakeAuth: Pick<RpcHandlers<typeof AuthDefinition>, Faked> = {
  beginActivity: async () => ({}),
  endActivity: async () => ({}),
  /** The quota is never used up. */
  takeQuota: async () => ({ retryAfterSeconds: 0, network: false }),
  authorize: async ({ items }) => ({
    authorizations: items.map(({ token }) => {
      const [outcome, connectionKind] = OUTCOMES[token] ?? [
        AuthorizeOutcome.INVALID_TOKEN,
        ConnectionKind.UNSPECIFIED,
      ];
      return {
        outcome,
        connectionKind,
        appName: connectionKind === ConnectionKind.APP ? 'Assistant' : '',
        issuedAt: connectionKind === ConnectionKind.TOKEN ? TOKEN_ISSUED_AT : undefined,
        accountId: outcome === AuthorizeOutcome.GRANTED ? ACCOUNT_ID : 0,
      };
    }),
  }),
};
