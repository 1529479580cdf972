import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { ShippingPort } from '../../src/ports';

interface Booking {
  confirmationNumber: string;
  packageCount: number;
  canceled: boolean;
}

/** The carrier's side: one booking a reference. */
export class FakeShipping implements ShippingPort {
  readonly bookings = new Map<string, Booking>();
  shipFrom = { state: 'TX', zip: '78701', country: 'US' };
  /** What each method does next instead of answering. */
  lostAnswers = { bookPickup: 0, cancelCarrierPickup: 0 };
  refusal: string | undefined;

  readonly getSettings: ShippingPort['getSettings'] = async () => ({
    shipFrom: {
      name: 'Shop',
      firstName: '',
      lastName: '',
      company: '',
      street1: '1 Congress Ave',
      street2: '',
      street3: '',
      city: 'Austin',
      phone: '',
      email: '',
      ...this.shipFrom,
    },
    printSetting: 'pdf',
    insurance: false,
  });

  readonly quotePickup: ShippingPort['quotePickup'] = async ({ references }) =>
    references.includes('SBX_PICKUP_NONE')
      ? { available: false, reason: 'No driver is available on that day.', windowStart: '', windowEnd: '' }
      : { available: true, reason: '', windowStart: '09:00', windowEnd: '17:00' };

  readonly bookPickup: ShippingPort['bookPickup'] = async ({ reference, packageCount }) => {
    if (this.refusal) throw new DomainError('carrier_refused', this.refusal);
    const booking = this.bookings.get(reference) ?? {
      confirmationNumber: `CNF${this.bookings.size + 1}`,
      packageCount,
      canceled: false,
    };
    this.bookings.set(reference, booking);
    this.loseAnswer('bookPickup');
    return { confirmationNumber: booking.confirmationNumber, windowStart: '09:00', windowEnd: '17:00' };
  };

  readonly cancelCarrierPickup: ShippingPort['cancelCarrierPickup'] = async ({ reference }) => {
    if (this.refusal) throw new DomainError('carrier_refused', this.refusal);
    const booking = this.bookings.get(reference);
    if (booking) booking.canceled = true;
    this.loseAnswer('cancelCarrierPickup');
    return {};
  };

  private loseAnswer(method: 'bookPickup' | 'cancelCarrierPickup'): void {
    if (this.lostAnswers[method] === 0) return;
    this.lostAnswers[method] -= 1;
    throw new DomainError('deadline_exceeded', 'The carrier gave no answer.');
  }
}
