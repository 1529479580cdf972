import { aHold, type Billing, type BillingUnderTest, crashAt, startBilling } from './support/start-billing';

let t: BillingUnderTest;
beforeAll(async () => {
  t = await startBilling();
});
afterAll(() => t.stop());

const MINUTE_MS = 60_000;

const withCard = (paymentMethod: string) => t.anAccount({ autoRecharge: 2500, paymentMethod });
let purchases = 0;
const tryToBuy = (accountId: number, billing: Billing = t.billing) => {
  purchases += 1;
  return billing.hold(aHold(accountId, `pur_9${purchases}_1`, 700)).then(
    () => 'held',
    ({ reason, params }) => ({ reason, ...params }),
  );
};
const attempts = async (accountId: number) =>
  (await t.billing.listGatewayCharges({ accountId, afterReference: '', limit: 0 })).charges.length;
const declinedUntil = (time: string) => ({
  reason: 'payment_declined',
  words: 'Your card was declined.',
  next: 'wait',
  askAgainAt: time,
});
/** Returns the time from which the card may be charged again: `fromNowMs` from now, rounded up to a minute. */
const clockTime = (fromNowMs: number) =>
  `${new Date(t.clock.now().getTime() + fromNowMs + 59_999).toISOString().slice(11, 16)} UTC`;

describe('a card that its bank declined', () => {
  test('is charged once for 120 purchases, and each refusal names the time of the next attempt', async () => {
    const accountId = await withCard('sandbox_declined');
    const until = clockTime(MINUTE_MS);
    for (let n = 0; n < 120; n += 1) expect(await tryToBuy(accountId)).toEqual(declinedUntil(until));
    expect(await attempts(accountId)).toBe(1);
  });

  test('is tried again after 1, 2, 4 … 60 minutes, and not earlier', async () => {
    const accountId = await withCard('sandbox_declined');
    for (const [at, minutes] of [1, 2, 4, 8, 16, 32, 60, 60, 60].entries()) {
      expect(await tryToBuy(accountId)).toEqual(declinedUntil(clockTime(minutes * MINUTE_MS)));
      t.clock.advance(minutes * MINUTE_MS - 1);
      await tryToBuy(accountId);
      expect(await attempts(accountId)).toBe(at + 1);
      t.clock.advance(1);
    }
  });

  test('keeps its count of declines when another card pays and the owner returns to it', async () => {
    const accountId = await withCard('sandbox_declined');
    for (const minutes of [1, 2]) {
      await tryToBuy(accountId);
      t.clock.advance(minutes * MINUTE_MS);
    }
    const other = async (paymentMethod: string) =>
      t.billing.updateAccount({ accountId, paymentMethod, idempotencyKey: '' });
    await other('sandbox_ok');
    expect(await tryToBuy(accountId)).toBe('held');
    // The decline is stored for the card. So it still counts after the account has used another card in the meantime.
    await other('sandbox_declined');
    await t.billing.hold(aHold(accountId, `pur_8${accountId}_1`, 1800));
    expect(await tryToBuy(accountId)).toEqual(declinedUntil(clockTime(4 * MINUTE_MS)));
  });

  test('is not charged for batches either, and a batch does not end the pause for purchases', async () => {
    const accountId = await withCard('sandbox_declined');
    const rechargeFor = (key: string) =>
      t.billing
        .rechargeForBatch({ accountId, key, postageCents: 9000, insuranceCents: 0 })
        .catch(({ reason }) => reason);
    for (const key of ['one', 'two', 'two']) expect(await rechargeFor(key)).toBe('payment_declined');
    await tryToBuy(accountId);
    expect(await attempts(accountId)).toBe(1);
  });

  test('is shown as declined in the preview and in the card settings until the next attempt is allowed', async () => {
    const accountId = await withCard('sandbox_declined');
    const preview = () =>
      t.billing.previewCharge({ accountId, postageCents: 700, insuranceCents: 0, batch: false });
    expect((await preview()).refusal).toBeUndefined();
    await tryToBuy(accountId);
    expect((await preview()).refusal).toMatchObject({ reason: 'payment_declined' });
    expect(await t.billing.getCard({ accountId })).toMatchObject({
      state: 'declined',
      decline: {
        words: 'Your card was declined.',
        askAgainAt: new Date(t.clock.now().getTime() + MINUTE_MS),
      },
    });
    t.clock.advance(MINUTE_MS);
    expect((await preview()).refusal).toBeUndefined();
    const card = await t.billing.getCard({ accountId });
    expect([card.state, card.decline]).toEqual(['ok', undefined]);
  });

  test('does not stop purchases that the balance covers', async () => {
    const accountId = await withCard('sandbox_declined');
    await tryToBuy(accountId);
    await t.billing.addBalance({ accountId, amountCents: 700, idempotencyKey: 'money' });
    expect(await tryToBuy(accountId)).toBe('held');
  });
});

describe('a card that is reported stolen', () => {
  test('is never charged again, and another card pays at once', async () => {
    const accountId = await withCard('sandbox_stolen');
    const forGood = { reason: 'payment_declined', next: 'change_card', askAgainAt: '' };
    for (let day = 0; day < 3; day += 1) {
      expect(await tryToBuy(accountId)).toMatchObject(forGood);
      t.clock.advance(24 * 60 * MINUTE_MS);
    }
    expect(await attempts(accountId)).toBe(1);
    const { state, decline } = await t.billing.getCard({ accountId });
    expect([state, decline]).toEqual(['declined', { words: 'Your card was declined.' }]);
    await t.billing.finishCardSetup({ accountId, sessionId: `${accountId}:sandbox_ok` });
    expect(await tryToBuy(accountId)).toBe('held');
    expect(await t.billing.getCard({ accountId })).toMatchObject({ state: 'ok' });
  });
});

describe('in three processes at once', () => {
  test('a declined card is charged once for thirty purchases at once', async () => {
    const processes = [t.billing, await t.anotherProcess(), await t.anotherProcess()];
    for (let round = 1; round <= 3; round += 1) {
      const accountId = await withCard('sandbox_declined');
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, n) => tryToBuy(accountId, processes[n % 3])),
      );
      for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: 'payment_declined' });
      expect(await attempts(accountId)).toBe(1);
    }
  });

  test.each(['recharge-claimed', 'recharge-sending', 'recharge-declined'])(
    'a decline is counted once when the process that received it dies at %s and another process continues',
    async (place) => {
      const accountId = await withCard('sandbox_declined');
      const doomed = await t.anotherProcess(crashAt(place));
      const hold = aHold(accountId, `pur_7${accountId}_1`, 700);
      await expect(doomed.hold(hold)).rejects.toMatchObject({ code: 'internal' });
      await expect(t.billing.hold(hold)).rejects.toMatchObject({ reason: 'payment_declined' });
      expect(await tryToBuy(accountId)).toEqual(declinedUntil(clockTime(MINUTE_MS)));
      expect(await attempts(accountId)).toBe(1);
    },
  );
});
