import { accountId } from '@parcelyard/service-kit/ids';
import { askAgainAt, blocksCharges } from '../../src/domain/decline';

const NOW = new Date('2026-03-02T12:00:00Z');
const declined = (code: string) => ({
  accountId: accountId(7),
  paymentMethod: 'pm_1',
  reference: 'rch_1',
  code,
  words: 'Your card was declined.',
  count: 1,
  at: NOW,
});

it.each([
  'stolen_card',
  'lost_card',
  'pickup_card',
  'fraudulent',
  'expired_card',
  'incorrect_number',
  'do_not_try_again',
])('a card that its bank declined with %s is not charged again until it changes', (code) =>
  expect(askAgainAt(declined(code))).toBeUndefined(),
);

it.each(['insufficient_funds', 'generic_decline', 'try_again_later'])(
  'a card that its bank declined with %s can be charged again after a minute',
  (code) => expect(askAgainAt(declined(code))).toEqual(new Date(NOW.getTime() + 60_000)),
);

it('a decline that a wrong clock dated into the next year does not prevent a charge', () => {
  const decline = { ...declined('generic_decline'), at: new Date(NOW.getTime() + 365 * 86_400_000) };
  expect(blocksCharges(decline, NOW)).toBe(false);
});
