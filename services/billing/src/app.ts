import { BillingDefinition } from '@parcelyard/contracts/billing';
import { startDueWorker } from '@parcelyard/events/start-due-worker';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createBillingHandlers } from './adapters/grpc/billing-handlers';
import { jitteredBackoff } from './adapters/jittered-backoff';
import { createAccountStore } from './adapters/mongo/account-store';
import { createLedgerStore, ledgerIndexes } from './adapters/mongo/ledger-store';
import { createPurchaseStore } from './adapters/mongo/purchase-store';
import {
  createRechargeStore,
  rechargeCollection,
  rechargeIndexes,
  toRecharge,
} from './adapters/mongo/recharge-store';
import { createUsageStore } from './adapters/mongo/usage-store';
import { createSandboxGateway, sandboxGatewayIndexes } from './adapters/payments/sandbox-gateway';
import { loadPlanTable } from './adapters/plans/load-plan-table';
import type { BillingConfig } from './config';
import { AccountLanes } from './use-cases/account-lanes';
import { addBalance } from './use-cases/add-balance';
import { capturePurchase } from './use-cases/capture-purchase';
import { completeRecharge } from './use-cases/complete-recharge';
import { getBalance } from './use-cases/get-balance';
import { getEntitlements } from './use-cases/get-entitlements';
import { holdPurchase } from './use-cases/hold-purchase';
import { previewCharge } from './use-cases/preview-charge';
import { refundPurchase } from './use-cases/refund-purchase';
import { releasePurchase } from './use-cases/release-purchase';
import { updateAccount } from './use-cases/update-account';

export interface BillingDependencies {
  config: Pick<BillingConfig, 'PLANS_FILE'>;
  mongo: MongoConnection;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
}

const RECHARGE_LEASE_MS = 30_000;

export async function createBillingApp({
  config,
  mongo,
  clock,
  logger,
  failPoint,
}: BillingDependencies): Promise<ServiceApp<typeof BillingDefinition>> {
  const { db } = mongo;
  const plans = await loadPlanTable(config.PLANS_FILE);
  await ensureIndexes(db, { ...ledgerIndexes, ...rechargeIndexes, ...sandboxGatewayIndexes });

  const ledger = createLedgerStore(db);
  const accounts = createAccountStore(db);
  const purchases = createPurchaseStore(db);
  const usage = createUsageStore(db);
  const recharges = createRechargeStore(db);
  const gateway = createSandboxGateway(db, clock);

  const appending = { ledger, clock, backoff: jitteredBackoff, appendLanes: new AccountLanes() };
  const recharging = { ...appending, recharges, purchases, gateway, failPoint };
  const complete = completeRecharge(recharging);
  const rechargeSweeper = startDueWorker({
    collection: rechargeCollection(db),
    name: 'recharges',
    leaseMs: RECHARGE_LEASE_MS,
    clock,
    logger,
    handle: (document) => complete(toRecharge(document)),
  });

  return {
    definition: BillingDefinition,
    handlers: createBillingHandlers({
      accounts,
      ledger,
      journal: gateway,
      getBalance: getBalance({ ledger, accounts }),
      getEntitlements: getEntitlements({ accounts, usage, plans, clock }),
      previewCharge: previewCharge({ ledger, accounts, usage, plans, clock }),
      holdPurchase: holdPurchase({
        ...recharging,
        accounts,
        usage,
        plans,
        holdLanes: new AccountLanes(),
      }),
      capturePurchase: capturePurchase({ ...appending, usage }),
      releasePurchase: releasePurchase({ ...appending, purchases, usage }),
      refundPurchase: refundPurchase(appending),
      updateAccount: updateAccount({ accounts, plans, gateway, clock }),
      addBalance: addBalance(appending),
    }),
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    stop: () => rechargeSweeper.stop(),
  };
}
