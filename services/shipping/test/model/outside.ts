import {
  type ChargeOrder,
  type ChargeOutcome,
  GatewaySilent,
  type PaymentGateway,
} from '@parcelyard/billing/ports';
import { type Cents, cents, ZERO } from '@parcelyard/money/cents';
import { CarrierRefused } from '@parcelyard/shipping/sellers/carrier-errors';
import type { FakeClock } from '@parcelyard/testing/fake-clock';
import type { Process, Schedule } from '@parcelyard/testing/schedule';
import type { AdjustmentSource } from '../../src/sellers/adjustment-source';
import type { BoughtLabel, BuyRequest, Carrier, CarrierDeclaration } from '../../src/sellers/carrier-port';

/**
 * A request to the payment gateway or the carrier arrives within this time or never. After this time, its caller no
 * longer waits.
 */
const UNDER_WAY_MS = 9_000;

/** A payment gateway that charges each reference once. */
export class ModelGateway {
  readonly charges = new Map<string, ChargeOrder & { status: ChargeOutcome['status'] }>();
  declines = false;

  constructor(
    private readonly schedule: Schedule,
    private readonly clock: FakeClock,
    private readonly watch: (order: ChargeOrder) => void,
  ) {}

  for(caller: Process): PaymentGateway {
    const { schedule, clock } = this;
    const silence = (reference: string) => () => new GatewaySilent(reference);
    return {
      accepts: () => true,
      accepted: '',
      knowsAfterMs: UNDER_WAY_MS,
      leastCharge: cents(1),
      charge: (order) => {
        this.watch(order);
        const asked = clock.now().getTime();
        return schedule.call({
          name: `charge ${order.reference}`,
          caller,
          silence: silence(order.reference),
          isTooLate: () => clock.now().getTime() - asked >= UNDER_WAY_MS,
          serve: async () => {
            const status = this.declines ? 'declined' : 'succeeded';
            const charge = this.charges.get(order.reference) ?? { ...order, status };
            this.charges.set(order.reference, charge);
            return outcome(charge.status);
          },
        });
      },
      find: ({ reference }) =>
        schedule.call({
          name: `find ${reference}`,
          caller,
          silence: silence(reference),
          serve: async () => {
            const charge = this.charges.get(reference);
            return charge && outcome(charge.status);
          },
        }),
    };
  }
}

const outcome = (status: ChargeOutcome['status']): ChargeOutcome =>
  status === 'declined' ? { status, reason: 'No.' } : { status };

/** A carrier that sells once for each reference, and refuses some orders. */
export class ModelCarrier {
  readonly labels = new Map<string, BoughtLabel>();
  /** The change of postage of each label, by reference. */
  readonly adjustments = new Map<string, Cents>();
  private readonly closed = new Set<string>();
  private readonly askedAt = new Map<string, number>();

  constructor(
    private readonly schedule: Schedule,
    private readonly clock: FakeClock,
    private readonly refuses: (reference: string) => boolean,
  ) {}

  /** Changes the postage of a label that was sold. A label's postage may change several times. */
  correct(choice: number, amount: Cents): void {
    const sold = [...this.labels.keys()];
    const reference = sold[choice % Math.max(1, sold.length)];
    if (reference !== undefined) this.adjustments.set(reference, amount);
  }

  /** Returns the changes of postage, as a process reads them over the simulated network. */
  adjustmentsFor(caller: Process): AdjustmentSource {
    const { schedule, clock, adjustments } = this;
    return {
      seller: 'sandbox',
      read: () =>
        schedule.call({
          name: 'read adjustments',
          caller,
          silence: () => new Error('The carrier gives no answer.'),
          serve: async () => ({
            adjustments: [...adjustments].map(([reference, amount]) => ({
              accountId: this.labels.get(reference)?.accountId ?? 0,
              reference,
              id: reference,
              cents: amount,
              measured: {},
              reason: '',
              at: clock.now(),
            })),
            unattributed: [],
          }),
        }),
    };
  }

  for(caller: Process): Carrier {
    const { schedule, clock, labels } = this;
    const silence = () => new Error('The carrier gives no answer.');
    const carrier: Pick<
      Carrier,
      'seller' | 'code' | 'declaration' | 'buy' | 'findByReference' | 'close' | 'document' | 'firstScanAt'
    > = {
      seller: 'sandbox',
      code: 'usps',
      declaration: A_DECLARATION,
      buy: async (request) => {
        if (this.closed.has(request.reference)) throw silence();
        const asked = clock.now().getTime();
        this.askedAt.set(request.reference, asked);
        return schedule.call({
          name: `buy ${request.reference}`,
          caller,
          silence,
          isTooLate: () => clock.now().getTime() - asked >= UNDER_WAY_MS,
          serve: async () => {
            if (this.refuses(request.reference))
              throw new CarrierRefused('usps', 'NO_PLACE', 'No such place.');
            const label = labels.get(request.reference) ?? labelFor(request, clock.now());
            labels.set(request.reference, label);
            return label;
          },
        });
      },
      findByReference: (_, reference) =>
        schedule.call({
          name: `look up ${reference}`,
          caller,
          silence,
          serve: async () => labels.get(reference),
        }),
      close: ({ reference }) =>
        schedule.call({
          name: `close ${reference}`,
          caller,
          silence,
          serve: async () => {
            this.closed.add(reference);
            const label = labels.get(reference);
            const underWay = clock.now().getTime() - (this.askedAt.get(reference) ?? 0) < UNDER_WAY_MS;
            if (!label && underWay && !this.refuses(reference)) throw silence();
            return label;
          },
        }),
      firstScanAt: (boughtAt) => boughtAt,
      document: async () => ({
        content: Buffer.alloc(0),
        contentType: 'application/pdf',
        fileName: 'label.pdf',
      }),
    };
    return carrier as Carrier;
  }
}

/** The code reads only the field `salesAtOnce` of a declaration. The field is absent here, so there is no limit. */
const A_DECLARATION = { code: 'usps' } as CarrierDeclaration;

function labelFor({ accountId, reference, serviceLevel, price }: BuyRequest, now: Date): BoughtLabel {
  return {
    accountId,
    reference,
    serviceLevel,
    charged: price,
    carrier: 'usps',
    method: 'USPS',
    trackingNumber: `T${reference}`,
    carrierTrackingUrl: '',
    status: 'purchased',
    boughtAt: now,
    insuredValue: ZERO,
    documents: ['label'],
  };
}
