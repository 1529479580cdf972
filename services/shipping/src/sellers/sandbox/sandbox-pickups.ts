import { createHash } from 'node:crypto';
import { CarrierRefused } from '../carrier-errors';
import type { Carrier } from '../carrier-port';
import { pickupQuote } from '../pickup-quote';
import type { SandboxDeclaration, SandboxDependencies } from './sandbox-declaration';
import { noPickup, specialValues } from './special-values';

type SandboxPickups = Pick<Carrier, 'quotePickup' | 'bookPickup' | 'addToPickup' | 'cancelPickup'>;

/** Books free pickups on the carrier's working days. */
export function createSandboxPickups(
  carrier: SandboxDeclaration,
  { journal, clock }: SandboxDependencies,
): SandboxPickups {
  const { code, name, pickup } = carrier;
  const { window } = pickup;
  return {
    quotePickup: async ({ date, references }) => {
      if (!specialValues(references).includes('SBX_PICKUP_NONE')) return pickupQuote(carrier, date);
      return { available: false, window, reason: noPickup(date) };
    },
    bookPickup: async ({ from: _from, labels: _labels, ...request }) => {
      const booking = await journal.recordPickup({
        ...request,
        carrier: code,
        confirmationNumber: confirmationNumber(code, request.accountId, request.reference),
        window,
        bookedAt: clock.now(),
      });
      return { confirmationNumber: booking.confirmationNumber, window: booking.window };
    },
    addToPickup: async (addition) => {
      const known = await journal.addToPickup({ ...addition, carrier: code });
      if (!known) throw new CarrierRefused(code, 'pickup_not_found', `${name} has no such pickup.`);
    },
    cancelPickup: async (booking) => {
      const known = await journal.cancelPickup({ ...booking, carrier: code }, clock.now());
      if (!known) throw new CarrierRefused(code, 'pickup_not_found', `${name} has no such pickup.`);
    },
  };
}

/** Returns a number such as `USPS7Q2M4KXA`. The same pickup always has the same number. */
function confirmationNumber(carrier: string, accountId: number, reference: string): string {
  const digest = createHash('sha256').update(`${carrier}:${accountId}:${reference}`).digest();
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const letters = [...digest.subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]);
  return `${carrier.toUpperCase()}${letters.join('')}`;
}
