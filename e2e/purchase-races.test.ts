import { ShippingDefinition } from '@parcelyard/contracts/shipping';
import { serviceClient } from './support/service-client';
import { shipctl } from './support/shipctl';
import { balanceOf, createOrder, openShop, type RateRow } from './support/shop';
import { type Stack, startStack } from './support/start-stack';

/**
 * One token's rate limit does not allow a hundred calls at once. So the calls are sent directly to the shipping
 * service, through its real socket. Every service runs in its own process.
 */
describe('a hundred confirms of one order at once [MCP-M6]', () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack({ SPLIT: '1' });
  });
  afterAll(() => stack.remove());

  it.each([
    { case: 'with one rate', places: [0] },
    { case: 'with different rates', places: [0, 1, 2, 3] },
  ])(
    '$case: one label at the carrier, one capture, and the right answer to every confirm',
    async ({ places }) => {
      const { account, mcp } = await openShop(stack);
      const orderId = await createOrder(mcp);
      const { package_id, rates } = await mcp.expectData('get_rates', { order_id: orderId, weight_oz: 12 });
      const rows = rates as RateRow[];
      const { rpc, close } = serviceClient(stack, 'shipping', ShippingDefinition);

      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, attempt) => {
          const row = rows[places[attempt % places.length] as number] as RateRow;
          return rpc.buyLabel({
            accountId: account.accountId,
            orderId,
            rateId: row.rate_id,
            packageId: package_id as string,
            method: row.method,
            serviceLevel: row.service_level,
            confirm: true,
          });
        }),
      );
      close();

      const results = answers.map(({ outcome }) => {
        if (outcome?.$case !== 'result') throw new Error('Not a result.');
        return outcome.result;
      });
      const label = await mcp.expectData('get_label', { order_id: orderId });
      expect(new Set(results.map(({ label: bought }) => bought?.trackingNumber))).toEqual(
        new Set([label.tracking_number]),
      );
      expect(results.filter(({ chargedNow }) => chargedNow)).toHaveLength(1);
      const paid = results.find(({ chargedNow }) => chargedNow);
      const charged = (paid?.postageCents ?? 0) + (paid?.insuranceCents ?? 0) + (paid?.feeCents ?? 0);
      expect(await balanceOf(mcp)).toBeCloseTo(500 - charged / 100, 2);
      expect(
        await shipctl(stack.dataDir, 'ledger', 'verify', '--account', String(account.accountId)),
      ).toMatchObject({
        ok: true,
        captures: 1,
        labels: 1,
      });
    },
  );
});
