import type { Cents } from '@parcelyard/money/cents';
import { CarrierRefused, PRICE_RAISED } from './carrier-errors';
import type { BuyRequest } from './carrier-port';
import type { Reference } from './reference-book';

/**
 * If preparing a purchase takes longer than this, the seller is not asked, because the caller will soon stop waiting.
 */
const PREPARATION_MS = 6_000;
/**
 * For this many milliseconds after a request, the seller may still sell, because it waits longer for the carrier than
 * we wait for the seller.
 */
const SETTLES_MS = 90_000;

interface Named {
  readonly code: string;
  readonly name: string;
}

/** Returns whether a request may still end in a sale, although there is no label yet. */
export const mayStillBeSold = ({ askedAt, open }: Reference, now: Date): boolean =>
  open > 0 && askedAt !== undefined && now.getTime() - askedAt.getTime() < SETTLES_MS;

/**
 * Returns the value to give as `alone` to the reference book's method `asked`. That method then returns false while
 * another request may still end in a sale.
 */
export const alone = (now: Date): { settledAt: Date } => ({
  settledAt: new Date(now.getTime() - SETTLES_MS),
});

/** @throws CarrierRefused when preparing the purchase took too long */
export function refuseIfLate({ code, name }: Named, begun: Date, now: Date): void {
  if (now.getTime() - begun.getTime() <= PREPARATION_MS) return;
  throw new CarrierRefused(
    code,
    'too_slow',
    `${name} was too slow to answer. Nothing was bought; try again.`,
  );
}

/** Returns the error for a reference that was closed before the seller was asked. */
export const givenUp = ({ code, name }: Named): CarrierRefused =>
  new CarrierRefused(code, 'given_up', `${name} was not called in time. Nothing was bought.`);

/** The value for a reference that was never stored. */
export const NEVER_ASKED: Reference = { id: undefined, open: 0 };

/**
 * Returns the rate to buy.
 * @throws CarrierRefused when there is no such rate, or when it now costs more
 */
export function requireRate<Rate>(
  { code, name }: Named,
  { price, serviceLevel }: BuyRequest,
  rate: Rate | undefined,
  postageOf: (rate: Rate) => Cents,
): Rate {
  if (!rate) {
    const words = `${name} does not offer ${serviceLevel} for this parcel.`;
    throw new CarrierRefused(code, 'service_unavailable', words);
  }
  if (postageOf(rate) <= price) return rate;
  throw new CarrierRefused(code, PRICE_RAISED, `${name} has raised the price of this service.`);
}
