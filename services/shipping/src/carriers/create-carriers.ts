import type { Clock } from '@parcelyard/service-kit/clock';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import { requireEasypostKey, type ShippingConfig } from '../config';
import type { AddressCheck } from '../domain/address/address-check';
import { checkAddress } from '../domain/address/check-address';
import type { PostalAddress } from '../domain/address/postal-address';
import type { LabelPrinter } from '../domain/labels/label-job';
import type { CarrierJournal } from '../ports';
import type { CarrierRegistry } from './carrier-registry';
import { createSandboxCarriers } from './create-sandbox-carriers';
import { createEasypostCarriers } from './easypost/create-easypost-carriers';

export interface Carriers {
  readonly registry: CarrierRegistry;
  readonly addresses: { verify(address: PostalAddress): Promise<AddressCheck> };
  /** What the carriers say that they sold, for the ledger's proof. */
  readonly journal: CarrierJournal;
}

interface Options {
  readonly config: CarrierConfig;
  readonly db: Db;
  readonly sequences: Sequences;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly printer: LabelPrinter;
}

export type CarrierConfig = Pick<
  ShippingConfig,
  | 'CARRIERS'
  | 'EASYPOST_API_KEY'
  | 'EASYPOST_API_URL'
  | 'EASYPOST_WEBHOOK_SECRETS'
  | 'EASYPOST_SCAN_FORMS'
  | 'EASYPOST_CARRIER_ACCOUNTS'
  | 'SANDBOX_SCAN_INTERVAL_S'
  | 'VOID_REFUND_DELAY_S'
>;

/** The carriers that the configuration names, with the address check that goes with them. */
export async function createCarriers({
  config,
  db,
  sequences,
  clock,
  logger,
  printer,
}: Options): Promise<Carriers> {
  if (config.CARRIERS === 'easypost') {
    const { registry, journal, verify } = await createEasypostCarriers({
      ...{ db, clock, logger },
      apiKey: requireEasypostKey(config),
      url: config.EASYPOST_API_URL,
      isTold: config.EASYPOST_WEBHOOK_SECRETS.length > 0,
      scanForms: config.EASYPOST_SCAN_FORMS,
      accounts: config.EASYPOST_CARRIER_ACCOUNTS,
    });
    return { registry, addresses: { verify }, journal };
  }
  const sandbox = await createSandboxCarriers({
    ...{ db, sequences, clock, printer },
    scanIntervalMs: config.SANDBOX_SCAN_INTERVAL_S * 1000,
    voidSettleMs: config.VOID_REFUND_DELAY_S * 1000,
  });
  return { ...sandbox, addresses: { verify: async (address) => checkAddress(address) } };
}
