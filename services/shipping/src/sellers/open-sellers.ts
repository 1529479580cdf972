import type { HookDelivery } from '@parcelyard/contracts/common';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { Check } from '@parcelyard/service-kit/diagnosis/finding';
import { reachCheck } from '@parcelyard/service-kit/diagnosis/reach-check';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { Sequences } from '@parcelyard/service-kit/mongo/sequences';
import type { Db } from 'mongodb';
import { requireEasypostKey, type ShippingConfig } from '../config';
import type { AddressCheck } from '../domain/address/address-check';
import { checkAddress } from '../domain/address/check-address';
import type { PostalAddress } from '../domain/address/postal-address';
import type { LabelPrinter } from '../domain/labels/label-job';
import type { Seller } from '../domain/seller';
import type { CarrierJournal } from '../ports';
import type { AdjustmentSource } from './adjustment-source';
import { type CarrierRegistry, createCarrierRegistry } from './carrier-registry';
import { type EasypostEvent, readEasypostEvent } from './easypost/easypost-events';
import { createEasypostCarriers } from './easypost/open-easypost';
import { journalOfSellers } from './journal-of-sellers';
import { createSandboxCarriers } from './sandbox/open-sandbox';

type VerifyAddress = (address: PostalAddress) => Promise<AddressCheck>;
/** @throws DomainError `unauthenticated` · `invalid_argument` */
export type ReadHook = (hook: HookDelivery) => EasypostEvent;

/** Everything that one seller provides. */
interface SellerSide {
  readonly registry: CarrierRegistry;
  /** The seller's own record of its sales. */
  readonly journal: CarrierJournal;
  /** Later adjustments of postage by its carriers. */
  readonly adjustments: AdjustmentSource;
  readonly verify?: VerifyAddress;
  /** Absent when the seller sends no hooks. */
  readonly readHook?: ReadHook;
  readonly checks?: readonly Check[];
}

export interface Carriers {
  readonly registry: CarrierRegistry;
  readonly addresses: { readonly verify: VerifyAddress };
  /** The sellers' own records of their sales, for the ledger's proof. */
  readonly journal: CarrierJournal;
  /** Later adjustments of postage, one source per seller. */
  readonly adjustments: readonly AdjustmentSource[];
  readonly readHooks: ReadonlyMap<string, ReadHook>;
  readonly checks: readonly Check[];
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

const CREATE: Readonly<Record<Seller, (options: Options) => Promise<SellerSide>>> = {
  sandbox: ({ config, db, sequences, clock, printer }) =>
    createSandboxCarriers({
      db,
      sequences,
      clock,
      printer,
      scanIntervalMs: config.SANDBOX_SCAN_INTERVAL_S * 1000,
      voidSettleMs: config.VOID_REFUND_DELAY_S * 1000,
    }),
  easypost: async ({ config, db, clock, logger }) => {
    const { EASYPOST_API_URL: url, EASYPOST_WEBHOOK_SECRETS: secrets } = config;
    const isTold = secrets.length > 0;
    const easypost = await createEasypostCarriers({
      db,
      clock,
      logger,
      url,
      isTold,
      apiKey: requireEasypostKey(config),
      scanForms: config.EASYPOST_SCAN_FORMS,
      accounts: config.EASYPOST_CARRIER_ACCOUNTS,
    });
    const readHook: ReadHook = ({ body, headers }) =>
      readEasypostEvent(body, headers['x-hmac-signature'], secrets);
    return { ...easypost, ...(isTold && { readHook }), checks: [reachCheck('EasyPost', url)] };
  },
};

/** Creates the carriers of the configured sellers, with their address check. */
export async function createCarriers(options: Options): Promise<Carriers> {
  const sides = new Map<Seller, SellerSide>();
  for (const seller of options.config.CARRIERS) sides.set(seller, await CREATE[seller](options));
  const all = [...sides.values()];
  const accounts = Object.assign({}, ...all.map(({ registry }) => registry.accounts));
  const verify = all.find((side) => side.verify)?.verify;
  return {
    registry: createCarrierRegistry(
      all.flatMap(({ registry }) => registry.all),
      accounts,
    ),
    addresses: { verify: verify ?? (async (address) => checkAddress(address)) },
    journal: journalOfSellers(new Map([...sides].map(([seller, { journal }]) => [seller, journal]))),
    adjustments: all.map(({ adjustments }) => adjustments),
    readHooks: new Map(
      [...sides].flatMap(([seller, { readHook }]) => (readHook ? [[seller, readHook]] : [])),
    ),
    checks: all.flatMap(({ checks = [] }) => checks),
  };
}
