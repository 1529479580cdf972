import { cents } from '@parcelyard/money/cents';
import type { AccountId } from '@parcelyard/service-kit/ids';
import {
  assertRechargeMove,
  detachedState,
  gatewayWouldKnow,
  isActive,
  nextLookUp,
  RECHARGE_MOVES,
  type Recharge,
  type RechargeState,
  SEND_WITHIN_MS,
} from '../../src/domain/recharge';

const STATES = Object.keys(RECHARGE_MOVES) as RechargeState[];
const at = (milliseconds: number) => new Date(Date.UTC(2026, 2, 2) + milliseconds);
const aRecharge = (sentAt?: Date): Recharge => ({
  reference: 'rch_pur_1_1_1',
  accountId: 1 as AccountId,
  purposeId: 'pur_1_1',
  attempt: 1,
  amount: cents(2500),
  paymentMethod: 'sandbox_ok',
  state: 'pending',
  createdAt: at(0),
  sentAt,
});

describe.each(STATES)('a recharge in state %s', (from) => {
  const allowed: readonly RechargeState[] = RECHARGE_MOVES[from];

  test.each(STATES)('goes to %s only if RECHARGE_MOVES allows it', (to) => {
    const move = () => assertRechargeMove(from, to);
    if (allowed.includes(to)) expect(move).not.toThrow();
    else expect(move).toThrow(`A recharge cannot go from ${from} to ${to}.`);
  });

  test('becomes inactive when its purpose is given up: it ends or is only looked up', () => {
    const to = detachedState({ state: from });
    if (to === undefined) expect(isActive({ state: from })).toBe(false);
    else {
      expect(allowed).toContain(to);
      expect(isActive({ state: to })).toBe(false);
    }
  });
});

test('a recharge that was never sent can end without a charge; one that was sent is never sent again after its purpose is given up', () => {
  expect(RECHARGE_MOVES.claimed).toEqual(['pending', 'withdrawn']);
  expect(RECHARGE_MOVES.given_up).not.toContain('pending');
});

test('a gateway knows of a charge after the last moment of sending and a fixed time', () => {
  const sent = aRecharge(at(1_000));
  const known = 1_000 + SEND_WITHIN_MS + 15_000;
  expect(gatewayWouldKnow(sent, 15_000, at(known))).toBe(false);
  expect(gatewayWouldKnow(sent, 15_000, at(known + 1))).toBe(true);
  expect(gatewayWouldKnow(aRecharge(), 15_000, at(known))).toBe(true);
});

test('an unknown outcome is looked up again after half of its age, between two seconds and an hour', () => {
  expect(nextLookUp(aRecharge(at(0)), at(1_000))).toEqual(at(3_000));
  expect(nextLookUp(aRecharge(at(0)), at(60_000))).toEqual(at(90_000));
  expect(nextLookUp(aRecharge(at(0)), at(86_400_000))).toEqual(at(86_400_000 + 3_600_000));
});
