import type { PaymentReversal } from '../domain/transfers';
import { GatewayMismatch, type ReversalSource } from '../ports';
import type { bookReversal } from './book-reversal';

interface Dependencies {
  reversals: ReversalSource;
  book: ReturnType<typeof bookReversal>;
  /** Told of each transfer that was new. */
  onBooked(reversal: PaymentReversal): void;
  onMismatch(error: GatewayMismatch): void;
}

/**
 * Asks the payment gateway for the refunds and disputes since a day, all of them when there is none, and books what is
 * new. One that does not fit its charge is told to the operator and stops no other.
 * @returns how many transfers were new
 */
export const reconcilePayments =
  ({ reversals, book, onBooked, onMismatch }: Dependencies) =>
  async (since: Date | undefined): Promise<number> => {
    let booked = 0;
    for await (const reversal of reversals.reversals(since)) {
      try {
        const fresh = await book(reversal);
        booked += fresh;
        if (fresh > 0) onBooked(reversal);
      } catch (error) {
        if (!(error instanceof GatewayMismatch)) throw error;
        onMismatch(error);
      }
    }
    return booked;
  };
