import { aHold, type BillingUnderTest, startBilling } from './support/start-billing';

const RETURN = 'https://ship.example/settings/billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

describe('a sandbox card', () => {
  test('is selected on our own page, and recharges charge it', async () => {
    const accountId = await t.anAccount({ autoRecharge: 2500 });
    const asked = { accountId, email: 'ada@shop.example', returnUrl: RETURN };
    const { url } = await t.billing.startCardSetup(asked);
    expect(url).toBe('https://ship.example/settings/billing/sandbox-card');
    const choose = (card: string) =>
      t.billing.finishCardSetup({ accountId, sessionId: `${accountId}:${card}` });

    expect(await choose('sandbox_declined')).toMatchObject({ state: 'ok', last4: '0002', hasPortal: true });
    const hold = (n: number) => t.billing.hold(aHold(accountId, `pur_s${accountId}_${n}`, 700));
    await expect(hold(1)).rejects.toMatchObject({ reason: 'payment_declined' });

    expect((await t.billing.openCardPortal(asked)).url).toBe(url);
    expect(await choose('sandbox_ok')).toMatchObject({ last4: '4242' });
    await hold(2);
    expect((await t.billing.getBalance({ accountId })).availableCents).toBe(2500 - 700);
  });

  test("is refused for another account's session and for an unknown card", async () => {
    const accountId = await t.anAccount();
    for (const sessionId of [`${accountId + 1}:sandbox_ok`, `${accountId}:sandbox_gold`, 'sandbox_ok']) {
      await expect(t.billing.finishCardSetup({ accountId, sessionId })).rejects.toMatchObject({
        code: 'not_found',
        reason: 'card_setup_not_found',
      });
    }
  });
});
