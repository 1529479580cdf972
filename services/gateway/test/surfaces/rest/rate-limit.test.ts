import type { Authorization } from '@parcelyard/contracts/auth';
import { AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { rest } from '../../support/rest';
import { startGateway } from '../../support/start-gateway';

const GRANTED = {
  outcome: AuthorizeOutcome.GRANTED,
  accountId: 7,
  connectionKind: ConnectionKind.TOKEN,
  appName: '',
  issuedAt: undefined,
};

const under = (authorization: Partial<Authorization>) =>
  startGateway({
    auth: {
      authorize: async ({ items }) => ({
        authorizations: items.map(() => ({ ...GRANTED, ...authorization })),
      }),
    },
    customers: { listCustomers: async () => ({ customers: [], total: 0 }) },
  });

const limitsIn = (headers: Headers) => ({
  policy: headers.get('ratelimit-policy'),
  limit: headers.get('ratelimit'),
  retryAfter: headers.get('retry-after'),
});

const POLICY = '"default";q=600;w=60';

describe('an answer to a request with a token', () => {
  it.each([
    ['a success', 'GET', '/public/customers', undefined, 200],
    ['invalid input', 'POST', '/public/customer', {}, 400],
    ['an unavailable service', 'GET', '/public/orders', undefined, 500],
  ])(
    'contains the remaining requests and seconds: %s [REST-L8]',
    async (_what, method, path, body, expected) => {
      const gateway = await under({ rateWindow: { left: 599, secondsLeft: 17 } });
      const { status, headers } = await rest(gateway, method, path, body);
      expect({ status, ...limitsIn(headers) }).toEqual({
        status: expected,
        policy: POLICY,
        limit: '"default";r=599;t=17',
        retryAfter: null,
      });
    },
  );

  it('that is refused by the limit contains the seconds until the next window [REST-L8]', async () => {
    const gateway = await under({
      outcome: AuthorizeOutcome.RATE_LIMITED,
      rateWindow: { left: 0, secondsLeft: 3 },
    });
    const { status, headers, body } = await rest(gateway, 'GET', '/public/customers');
    expect({ status, code: body.code, ...limitsIn(headers) }).toEqual({
      status: 429,
      code: 'rate_limited',
      policy: POLICY,
      limit: '"default";r=0;t=3',
      retryAfter: '3',
    });
  });

  it('has no rate limit headers when no window was counted [REST-L8]', async () => {
    const gateway = await under({ rateWindow: undefined });
    const { headers } = await rest(gateway, 'GET', '/public/customers');
    expect(limitsIn(headers)).toEqual({ policy: null, limit: null, retryAfter: null });
  });
});
