import { AuthorizeOutcome } from '@parcelyard/contracts/auth';
import { ConnectionKind } from '@parcelyard/contracts/common';
import { aBalance } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, type Options, startGateway } from '../support/start-gateway';

/** Starts a gateway for an account whose shop is on Kiritimati, 14 hours ahead of UTC. */
const inKiritimati = (services: Partial<Options>) =>
  startGateway({
    ...services,
    auth: {
      authorize: async ({ items }) => ({
        authorizations: items.map(() => ({
          outcome: AuthorizeOutcome.GRANTED,
          connectionKind: ConnectionKind.TOKEN,
          appName: '',
          issuedAt: undefined,
          accountId: ACCOUNT_ID,
          timeZone: 'Pacific/Kiritimati',
        })),
      }),
    },
  });

describe('the shop’s day', () => {
  it("is the day in the shop's time zone", async () => {
    const gateway = await inKiritimati({
      billing: { getBalance: async () => aBalance() },
      shipping: { getPendingRefunds: async () => ({ count: 0, amountCents: 0 }) },
    });
    const { data } = await callTool(gateway, 'get_balance');
    expect(data).toMatchObject({ today: '2026-03-03', time_zone: 'Pacific/Kiritimati' });
  });

  it('is sent to services without a further read', async () => {
    const gateway = await inKiritimati({
      customers: { listLapsedCustomers: async () => ({ customers: [], total: 0 }) },
    });
    const { data } = await callTool(gateway, 'list_lapsed_customers');
    expect(gateway.calls).toMatchObject([{ request: { timeZone: 'Pacific/Kiritimati' } }]);
    expect(data).toMatchObject({ today: '2026-03-03' });
  });
});
