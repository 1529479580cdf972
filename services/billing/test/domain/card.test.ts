import { cardState, lastMonthsOf } from '../../src/domain/card';

const DAY_MS = 86_400_000;

test('on every day of four years, a card that expires soon has one of the months that are searched', () => {
  for (let day = 0; day < 4 * 365 + 1; day += 1) {
    const now = new Date(Date.UTC(2026, 0, 1) + day * DAY_MS);
    const searched = lastMonthsOf(now).map(({ expYear, expMonth }) => `${expYear}-${expMonth}`);
    for (let ahead = 0; ahead < 3; ahead += 1) {
      const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead, 1));
      const [expYear, expMonth] = [month.getUTCFullYear(), month.getUTCMonth() + 1];
      const state = cardState(
        { paymentMethod: 'pm_1', brand: 'visa', last4: '4242', expYear, expMonth },
        now,
      );
      if (state === 'expiring')
        expect({ now, searched }).toEqual({
          now,
          searched: expect.arrayContaining([`${expYear}-${expMonth}`]),
        });
    }
  }
});
