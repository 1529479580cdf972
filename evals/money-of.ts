import { setTimeout } from 'node:timers/promises';
import { sameMoney, sumOf } from './faults';
import type { Merchant } from './job';

const LOOKS = 8;
const PAUSE_MS = 500;

/**
 * What the account has, with what voids will still bring. A refund that is being booked right now may stand in both for a
 * moment, so that an unexpected sum is looked at again.
 */
export async function moneyOf(merchant: Merchant, expected: number): Promise<number> {
  for (let look = 1; ; look += 1) {
    const { balance, pending_refunds } = await merchant.read('get_balance');
    const money = sumOf([balance, pending_refunds.amount]);
    if (sameMoney(money, expected) || look === LOOKS) return money;
    await setTimeout(PAUSE_MS);
  }
}
