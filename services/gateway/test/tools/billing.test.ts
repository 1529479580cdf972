import { aBalance } from '../support/contracts';
import { ACCOUNT_ID } from '../support/fake-auth';
import { callTool, startGateway } from '../support/start-gateway';

describe('get_balance', () => {
  it.each([
    ['off', 0, false, /^Auto-recharge is off: a label that costs more than \$123\.45 cannot be bought/],
    ['pay as you go', 1, true, /^Pay as you go: .* plus the 0\.30 fee, at least 1\.00\.$/],
    ['an amount', 2500, true, /the payment method is charged \$25\.00, or the shortfall if that is more\.$/],
  ])('with auto-recharge %s [MCP-B1]', async (_case, cents, enabled, note) => {
    const gateway = await startGateway({
      billing: { getBalance: async () => aBalance({ autoRechargeCents: cents }) },
    });
    const { data } = await callTool(gateway, 'get_balance');
    expect(gateway.calls).toEqual([{ method: 'getBalance', request: { accountId: ACCOUNT_ID } }]);
    expect(data).toEqual({
      balance: 123.45,
      currency: 'USD',
      auto_recharge_amount: cents / 100,
      auto_recharge_enabled: enabled,
      note: expect.stringMatching(note),
    });
  });

  it('tells what is held for purchases under way', async () => {
    const gateway = await startGateway({ billing: { getBalance: async () => aBalance({ heldCents: 745 }) } });
    const { data } = await callTool(gateway, 'get_balance');
    expect(data?.note).toMatch(/ \$7\.45 more is held for purchases under way\.$/);
  });
});
