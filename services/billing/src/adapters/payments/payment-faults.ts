import type { Logger } from '@parcelyard/service-kit/logger';
import { Counter } from 'prom-client';

/**
 * `misconfigured`: cards cannot be charged until an operator corrects the configuration. `mismatch`: billing asked the
 * payment gateway about one charge, and the answer describes a different charge.
 */
export type PaymentFault = 'misconfigured' | 'mismatch';

export type OnFault = (fault: PaymentFault, error: Error) => void;

/** Logs and counts failures of the payment gateway that only an operator can correct. */
export function createPaymentFaults(logger: Logger) {
  const faults = new Counter({
    name: 'parcelyard_payment_faults_total',
    help: 'Answers of the payment gateway that are a fault of our set-up, or speak of another charge',
    labelNames: ['fault'],
    registers: [],
  });
  for (const fault of ['misconfigured', 'mismatch'] as const) faults.inc({ fault }, 0);
  const onFault: OnFault = (fault, error) => {
    faults.inc({ fault });
    logger.error({ fault, err: error }, 'unexpected response of the payment gateway');
  };
  return { metrics: [faults], onFault };
}
