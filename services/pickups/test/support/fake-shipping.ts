import { DomainError } from '@parcelyard/service-kit/domain-error';
import { failure } from '@parcelyard/service-kit/failure';
import type { ShippingPort } from '../../src/ports';

interface Booking {
  confirmationNumber: string;
  packageCount: number;
  canceled: boolean;
}

/** A fake of the carrier. It books each reference once. */
export class FakeShipping implements ShippingPort {
  readonly bookings = new Map<string, Booking>();
  shipFrom = { state: 'TX', zip: '78701', country: 'US' };
  /** How many of the next answers of each method get lost. */
  lostAnswers = { bookPickup: 0, addToCarrierPickup: 0, cancelCarrierPickup: 0, makeScanForm: 0 };
  /** Why the carrier adds no more parcels to a booked pickup; undefined when it adds them. */
  refusesMore: string | undefined;
  refusal: string | undefined;
  cancellationsAsked = 0;
  private stalled: Promise<void> | undefined;

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

  /** Orders whose labels were sold by another seller of the carrier. */
  readonly ofAnotherSeller = new Set<number>();

  readonly quotePickup: ShippingPort['quotePickup'] = async ({ references, orderIds }) => {
    const common = { seller: 'sandbox', orderIds: orderIds.filter((id) => !this.ofAnotherSeller.has(id)) };
    return references.includes('SBX_PICKUP_NONE')
      ? {
          available: false,
          reason: 'No driver is available on that day.',
          windowStart: '',
          windowEnd: '',
          ...common,
        }
      : { available: true, reason: '', windowStart: '09:00', windowEnd: '17:00', ...common };
  };

  readonly selectSoldBy: ShippingPort['selectSoldBy'] = async ({ orderIds }) => ({
    orderIds: orderIds.filter((id) => !this.ofAnotherSeller.has(id)),
  });

  /** Stops the next booking until the returned function is called. */
  stallNextBooking(): () => void {
    let proceed: () => void = () => undefined;
    this.stalled = new Promise((resolve) => {
      proceed = resolve;
    });
    return proceed;
  }

  readonly bookPickup: ShippingPort['bookPickup'] = async ({ reference, packageCount }) => {
    const { stalled } = this;
    this.stalled = undefined;
    await stalled;
    if (this.refusal) throw new DomainError('carrier_refused', 'text', { text: this.refusal });
    const booking = this.bookings.get(reference) ?? {
      confirmationNumber: `CNF${this.bookings.size + 1}`,
      packageCount,
      canceled: false,
    };
    this.bookings.set(reference, booking);
    this.loseAnswer('bookPickup');
    return { confirmationNumber: booking.confirmationNumber, windowStart: '09:00', windowEnd: '17:00' };
  };

  readonly addToCarrierPickup: ShippingPort['addToCarrierPickup'] = async ({ reference, packageCount }) => {
    const booking = this.bookings.get(reference);
    if (this.refusesMore !== undefined || !booking || booking.canceled) {
      const words = this.refusesMore ?? 'USPS has no such pickup.';
      return { added: false, refusal: failure('carrier_refused', 'carrier_refused', { words }) };
    }
    booking.packageCount = packageCount;
    this.loseAnswer('addToCarrierPickup');
    return { added: true };
  };

  readonly cancelCarrierPickup: ShippingPort['cancelCarrierPickup'] = async ({ reference }) => {
    this.cancellationsAsked += 1;
    if (this.refusal) throw new DomainError('carrier_refused', 'text', { text: this.refusal });
    const booking = this.bookings.get(reference);
    if (booking) booking.canceled = true;
    this.loseAnswer('cancelCarrierPickup');
    return {};
  };

  /** The address of the scan form; undefined when the carrier makes no form. */
  scanFormUrl: string | undefined;
  readonly scanFormsOf: (readonly number[])[] = [];

  readonly makeScanForm: ShippingPort['makeScanForm'] = async ({ orderIds }) => {
    this.scanFormsOf.push(orderIds);
    if (this.refusal) throw new DomainError('carrier_refused', 'text', { text: this.refusal });
    this.loseAnswer('makeScanForm');
    return { url: this.scanFormUrl };
  };

  private loseAnswer(method: keyof FakeShipping['lostAnswers']): void {
    if (this.lostAnswers[method] === 0) return;
    this.lostAnswers[method] -= 1;
    throw new DomainError('deadline_exceeded', 'unavailable', {});
  }
}
