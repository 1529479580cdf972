import { ReturnStep } from '@parcelyard/contracts/orders';
import { DomainError, type ErrorCode } from '@parcelyard/service-kit/domain-error';
import { anOrder } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';

const PREVIEW = {
  postageCents: 745,
  insuranceCents: 0,
  feeCents: 30,
  totalChargeCents: 775,
  currentBalanceCents: 9_000,
  balanceAfterCents: 8_225,
  customsItems: [],
  warnings: [],
};

const visitReturn = (status: string, buys: () => object = () => ({})) => {
  const order = anOrder({ status, returnLabel: undefined });
  const told: unknown[] = [];
  const orders = {
    getOrder: async () => order,
    changeReturn: async (request: unknown) => {
      told.push(request);
      return order;
    },
  };
  const shipping = {
    buyReturnLabel: async (request: { confirm: boolean }) => {
      if (!request.confirm) return { outcome: { $case: 'preview', preview: PREVIEW } };
      told.push(request);
      return buys();
    },
  };
  const path = `/orders/${order.orderId}`;
  return { path, order, told, visit: visitAsOwner({ orders, shipping: shipping as never }) };
};

describe('the return form on the page of an order', () => {
  it('is shown after the delivery, with its csrf token', async () => {
    const { path, order, told, visit } = visitReturn('Delivered');
    const { visitor } = await visit;
    const page = await visitor.open(path);
    expect((await visitor.press(page, 'Request a return')).path).toBe(path);
    expect(told).toEqual([{ accountId: ACCOUNT_ID, orderId: order.orderId, step: ReturnStep.REQUEST }]);
    expect((await pressWithoutToken(visitor, page, 'Request a return')).status).toBe(403);
  });

  it('shows the price of the label first, and buys at most at that price', async () => {
    const result = { label: undefined, chargedNow: true, postageCents: 745, insuranceCents: 0, feeCents: 30 };
    const { path, told, visit } = visitReturn('PrintReturnLabel', () => ({
      outcome: { $case: 'result', result },
    }));
    const { visitor } = await visit;
    expect((await visitor.open(path)).text).toContain('Get a price for the return label');
    const price = await visitor.open(`${path}/return`);
    expect(price.text).toContain('$7.75');
    expect((await visitor.press(price, 'Buy for $7.75')).path).toBe(path);
    expect(told).toMatchObject([{ confirm: true, maxChargeCents: 775 }]);
  });

  it('takes the price and the click on "Buy" as approved by the owner', async () => {
    const result = { label: undefined, chargedNow: true, postageCents: 745, insuranceCents: 0, feeCents: 30 };
    const { path, visit } = visitReturn('PrintReturnLabel', () => ({ outcome: { $case: 'result', result } }));
    const { gateway, visitor } = await visit;
    await visitor.press(await visitor.open(`${path}/return`), 'Buy for $7.75');
    const asked = gateway.calls.filter(({ method }) => method === 'buyReturnLabel');
    expect(asked.map(({ request }) => request)).toMatchObject([
      { confirm: false, approvedByOwner: true },
      { confirm: true, approvedByOwner: true },
    ]);
  });

  it.each<[ErrorCode, number]>([
    ['carrier_refused', 400],
    ['failed_precondition', 400],
    ['permission_denied', 403],
    ['resource_exhausted', 403],
    ['unavailable', 503],
  ])('says why a label was not bought: %s has the status %i', async (code, status) => {
    const { path, visit } = visitReturn('PrintReturnLabel', () => {
      throw new DomainError(code, 'text', { text: 'No such street.' });
    });
    const { visitor } = await visit;
    const after = await visitor.press(await visitor.open(`${path}/return`), 'Buy for $7.75');
    expect(after.text).toContain('No such street.');
    expect(after.status).toBe(status);
  });

  it('is not shown before the delivery', async () => {
    const { path, visit } = visitReturn('ChooseShipping');
    const { visitor } = await visit;
    expect((await visitor.open(path)).text).not.toContain('Request a return');
  });
});
