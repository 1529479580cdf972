import { setTimeout } from 'node:timers/promises';
import { sameMoney, sumOf } from './faults';
import type { Merchant } from './job';

const LOOKS = 8;
const PAUSE_MS = 500;

/**
 * Returns the money of the account, including future refunds of voids. A refund that is being booked may be counted
 * twice for a moment, so an unexpected sum is read again.
 */
export async function moneyOf(merchant: Merchant, expected: number): Promise<number> {
  for (let look = 1; ; look += 1) {
    const { balance, pending_refunds } = await merchant.read('get_balance');
    const money = sumOf([balance, pending_refunds.amount]);
    if (sameMoney(money, expected) || look === LOOKS) return money;
    await setTimeout(PAUSE_MS);
  }
}
