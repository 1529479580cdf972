import type { ListPickupsRequest } from '@parcelyard/contracts/pickups';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { aPickup } from '../../../support/contracts';
import { ACCOUNT_ID } from '../../../support/fake-auth';
import { pressWithoutToken, visitAsOwner } from '../../../support/owner-visit';

const ORDERS = [
  { orderId: 1001, orderNumber: 'K7Q2MX', name: 'Ada', trackingNumber: '9400', status: 'WaitingForPickup' },
];

function services(status = 'scheduled') {
  const pickup = aPickup({ pickupId: 5, status, date: '2026-03-03', orders: ORDERS });
  return {
    pickups: {
      listPickups: async ({ coming }: ListPickupsRequest) =>
        coming
          ? { pickups: [pickup], total: 1 }
          : { pickups: [aPickup({ pickupId: 4, status: 'picked_up' })], total: 60 },
      getPickup: async () => pickup,
      cancelPickup: async ({ confirm }: { confirm: boolean }) => ({
        ...pickup,
        status: confirm ? 'canceled' : status,
      }),
    },
  };
}

describe('the pages of pickups', () => {
  it('list the future pickups, and the earlier ones below, page by page', async () => {
    const { gateway, visitor } = await visitAsOwner(services());
    gateway.calls.splice(0);
    const { text, html } = await visitor.open('/pickups?page=2');
    expect(text).toContain('Tuesday, March 3, 2026');
    expect(text).toContain('Picked up');
    expect(html).toContain('href="/pickups/5"');
    expect(html).toContain('href="/pickups?page=3"');
    // 15:00 UTC on 2 March is the same day in the shop's time zone.
    expect(gateway.calls.map(({ request }) => request)).toEqual([
      { accountId: ACCOUNT_ID, coming: true, today: '2026-03-02', page: { page: 1, pageSize: 100 } },
      { accountId: ACCOUNT_ID, coming: false, today: '2026-03-02', page: { page: 2, pageSize: 25 } },
    ]);
  });

  it('list more future pickups than fit on one page page by page', async () => {
    const many = services();
    const { listPickups } = many.pickups;
    many.pickups.listPickups = async (request) => ({ ...(await listPickups(request)), total: 260 });
    const { gateway, visitor } = await visitAsOwner(many);
    gateway.calls.splice(0);
    const { html, text } = await visitor.open('/pickups?coming=2&page=3');
    expect(text).toContain('101–200 of 260');
    expect(html).toContain('href="/pickups?coming=3&amp;page=3"');
    expect(html).toContain('href="/pickups?coming=2&amp;page=2"');
    expect(gateway.calls.map(({ request }) => request)).toMatchObject([
      { coming: true, page: { page: 2, pageSize: 100 } },
      { coming: false, page: { page: 3, pageSize: 25 } },
    ]);
  });

  it('show a pickup with its orders, and cancel it after a question', async () => {
    const { visitor, called } = await visitAsOwner(services());
    const page = await visitor.open('/pickups/5');
    expect(page.text).toContain('K7Q2MX');
    expect(page.html).toContain('href="/pickups/5/cancel"');
    const question = await visitor.open('/pickups/5/cancel');
    expect(question.text).toContain('Cancel this pickup?');
    expect((await pressWithoutToken(visitor, question, 'Cancel the pickup')).status).toBe(403);
    called();
    const after = await visitor.press(question, 'Cancel the pickup');
    expect(after.path).toBe('/pickups/5?canceled=1');
    expect(called()).toEqual(['cancelPickup', 'getPickup']);
  });

  it('offer no cancellation of an ended pickup, and say why', async () => {
    const { visitor } = await visitAsOwner(services('picked_up'));
    expect((await visitor.open('/pickups/5')).html).not.toContain('/cancel"');
    const refusing = services();
    refusing.pickups.cancelPickup = async () => {
      throw new DomainError('failed_precondition', 'pickup_collected_already', { pickupId: 5 });
    };
    const other = await visitAsOwner(refusing);
    const page = await other.visitor.open('/pickups/5/cancel');
    expect(page.status).toBe(400);
    expect(page.text).toContain('Tuesday, March 3, 2026');
    expect(page.html).toContain('role="alert"');
  });

  it.each(['0', '-1', 'x', '1e3', '9'.repeat(20)])('do not find a pickup %s', async (id) => {
    const { visitor } = await visitAsOwner(services());
    expect((await visitor.open(`/pickups/${id}`)).status).toBe(404);
    expect((await visitor.open(`/pickups/${id}/cancel`)).status).toBe(404);
  });
});
