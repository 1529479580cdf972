import { randomBytes } from 'node:crypto';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { startDueWorker } from '@parcelyard/due-work/start-due-worker';
import type { Bus } from '@parcelyard/events/bus';
import { busCheck } from '@parcelyard/events/bus-check';
import { startOutboxRelay } from '@parcelyard/events/start-outbox-relay';
import { workMetrics } from '@parcelyard/events/work-metrics';
import { cents } from '@parcelyard/money/cents';
import { reachCheck } from '@parcelyard/service-kit/diagnosis/reach-check';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import { runMigrations } from '@parcelyard/service-kit/mongo/run-migrations';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import type { ServiceParts } from '@parcelyard/service-kit/start-service-program';
import { createHandlers } from './adapters/grpc/create-handlers';
import { jitteredBackoff } from './adapters/jittered-backoff';
import { accountIndexes, createAccountStore } from './adapters/mongo/account-store';
import { allowanceIndexes, createAllowanceStore } from './adapters/mongo/allowance-store';
import { approvalIndexes, createApprovalStore } from './adapters/mongo/approval-store';
import { createDeclineStore, declineIndexes } from './adapters/mongo/decline-store';
import { createIdMarkStore } from './adapters/mongo/id-mark-store';
import { createLedgerStore, ledgerIndexes } from './adapters/mongo/ledger-store';
import { createNotices, NOTICES, type NoticeDocument, noticeIndexes } from './adapters/mongo/notices';
import { createPurchaseChargeStore } from './adapters/mongo/purchase-charge-store';
import {
  createRechargeStore,
  leasedRecharges,
  rechargeIndexes,
  toRecharge,
} from './adapters/mongo/recharge-store';
import { createReferralStore, referralIndexes } from './adapters/mongo/referral-store';
import { shareReads } from './adapters/mongo/shared-reads';
import { createPayments, type PaymentsConfig } from './adapters/payments/create-payments';
import { createPaymentFaults } from './adapters/payments/payment-faults';
import { sandboxGatewayIndexes } from './adapters/payments/sandbox-gateway';
import { loadPlanTable } from './adapters/plans/load-plan-table';
import { startLedgerAudit } from './adapters/workers/start-ledger-audit';
import {
  createReversalMetrics,
  reconciliationIndexes,
  startReconciliation,
} from './adapters/workers/start-reconciliation';
import type { BillingConfig } from './config';
import { moneyKind } from './domain/money-kind';
import { migrations } from './migrations/migrations';
import type { AppendPorts, BillingPorts, Payments } from './ports';
import { AccountAppendQueue } from './use-cases/account-append-queue';
import { continueRecharge } from './use-cases/complete-recharge';
import { reconcilePayments } from './use-cases/reconcile-payments';
import { sendExpiringCardNotices } from './use-cases/send-owner-notices';

export interface BillingDependencies
  extends ServiceParts<
    Pick<
      BillingConfig,
      | 'PLANS_FILE'
      | 'REFERRAL_CREDIT_CENTS'
      | 'BASE_URL'
      | 'GRPC_LISTEN'
      | 'ALLOW_SANDBOX_MONEY_WITH_REAL_CARRIERS'
      | 'ALLOW_REAL_MONEY_WITH_SANDBOX_CARRIERS'
    > &
      PaymentsConfig
  > {
  bus: Bus;
  /** Returns the payment gateway to use in place of the configured one. */
  payments?: (configured: Payments) => Payments;
}

export async function createBillingApp({
  config,
  mongo,
  bus,
  clock,
  logger,
  failPoint,
  payments,
}: BillingDependencies): Promise<ServiceApp<typeof BillingDefinition>> {
  const { db } = mongo;
  const plans = await loadPlanTable(config.PLANS_FILE);
  await runMigrations(db, migrations, { clock, logger });
  await ensureIndexes(db, {
    ...accountIndexes,
    ...ledgerIndexes,
    ...rechargeIndexes,
    ...allowanceIndexes,
    ...approvalIndexes,
    ...declineIndexes,
    ...referralIndexes,
    ...sandboxGatewayIndexes,
    ...reconciliationIndexes,
    ...noticeIndexes,
  });

  const relay = startOutboxRelay({
    collection: db.collection<NoticeDocument>(NOTICES),
    bus,
    clock,
    logger,
  });
  const recharges = leasedRecharges(db, clock);
  const ledger = createLedgerStore(db);
  const paymentFaults = createPaymentFaults(logger);
  const reversals = createReversalMetrics();
  const configured = await createPayments(config, db, clock, paymentFaults.onFault);
  const appendPorts: AppendPorts = {
    ledger,
    clock,
    backoff: jitteredBackoff,
    ...shareReads({
      accounts: createAccountStore(db),
      purchaseCharges: createPurchaseChargeStore(db),
      recharges: createRechargeStore(recharges),
    }),
  };
  const ports: BillingPorts = {
    ...appendPorts,
    appendQueue: new AccountAppendQueue(appendPorts),
    allowance: createAllowanceStore(db),
    approvals: createApprovalStore(db),
    declines: createDeclineStore(db),
    referrals: createReferralStore(db),
    idMarks: createIdMarkStore(db),
    notices: createNotices({ db, clock, send: relay.send }),
    gateway: payments?.(configured) ?? configured,
    plans,
    money: moneyKind(config, [config.BASE_URL, config.GRPC_LISTEN]),
    // No code charges the price of a plan yet. With real payments, only an operator can move an account to a plan with
    // a price.
    pricedPlans: config.PAYMENTS === 'sandbox',
    referralCredit: cents(config.REFERRAL_CREDIT_CENTS),
    holdMutex: new KeyedMutex<AccountId>(),
    failPoint,
    random: () => randomBytes(8).toString('hex'),
    newApprovalId: () => `apr_${randomBytes(16).toString('base64url')}`,
    onReversalBooked: reversals.onBooked,
    onMismatch: (error) => paymentFaults.onFault('mismatch', error),
    reconcileSoon: () => reconciliation.lookSoon(),
  };

  const rechargeWorker = startDueWorker({
    leased: recharges,
    name: 'recharges',
    maxIdleMs: 10_000,
    logger,
    handle: (document) => continueRecharge(ports, toRecharge(document)),
  });
  const reconcile = (since: Date | undefined) => reconcilePayments(ports, since);
  const lookAtCards = () => sendExpiringCardNotices(ports);
  const reconciliation = await startReconciliation({ db, clock, logger, reconcile, lookAtCards });
  const audit = startLedgerAudit({ ledger, logger });

  return {
    definition: BillingDefinition,
    handlers: createHandlers(ports),
    checks: [
      busCheck(bus),
      ...(config.PAYMENTS === 'stripe' ? [reachCheck('Stripe', config.STRIPE_API_URL)] : []),
    ],
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: [
      ...workMetrics({ db, clock, due: [recharges, reconciliation.leased], outboxes: [NOTICES] }),
      ...audit.metrics,
      ...paymentFaults.metrics,
      ...reversals.metrics,
    ],
    stop: async () => {
      await Promise.all([rechargeWorker.stop(), audit.stop(), reconciliation.stop()]);
      await relay.stop();
    },
  };
}
