import { createHash } from 'node:crypto';
import { isFederalHoliday, weekday } from '../../domain/rating/delivery-calendar';
import { CarrierRefused } from '../carrier-errors';
import type { Carrier } from '../carrier-port';
import type { SandboxDeclaration, SandboxDependencies } from './sandbox-declaration';
import { noPickup, specialValues } from './special-values';

type SandboxPickups = Pick<Carrier, 'quotePickup' | 'bookPickup' | 'addToPickup' | 'cancelPickup'>;

/** Free pickups on the carrier's working days. */
export function createSandboxPickups(
  { code, name, pickup }: SandboxDeclaration,
  { journal, clock }: SandboxDependencies,
): SandboxPickups {
  const { window } = pickup;
  return {
    quotePickup: async ({ date, references }) => {
      const refuse = (reason: string) => ({ available: false, window, reason }) as const;
      if (specialValues(references).includes('SBX_PICKUP_NONE')) return refuse(noPickup(date));
      if (!pickup.weekdays.includes(weekday(date))) return refuse(`${name} does not pick up on ${date}.`);
      if (isFederalHoliday(date)) return refuse(`${name} does not pick up on the federal holiday ${date}.`);
      return { available: true, window };
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
      if (!known) throw new CarrierRefused(code, 'pickup_not_found', `${name} knows of no such pickup.`);
    },
    cancelPickup: async (booking) => {
      const known = await journal.cancelPickup({ ...booking, carrier: code }, clock.now());
      if (!known) throw new CarrierRefused(code, 'pickup_not_found', `${name} knows of no such pickup.`);
    },
  };
}

/** The same booking always has the same number, such as `USPS7Q2M4KXA`. */
function confirmationNumber(carrier: string, accountId: number, reference: string): string {
  const digest = createHash('sha256').update(`${carrier}:${accountId}:${reference}`).digest();
  const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
  const letters = [...digest.subarray(0, 8)].map((byte) => alphabet[byte % alphabet.length]);
  return `${carrier.toUpperCase()}${letters.join('')}`;
}
