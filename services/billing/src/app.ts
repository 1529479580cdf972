import { randomBytes } from 'node:crypto';
import { BillingDefinition } from '@parcelyard/contracts/billing';
import { startDueWorker } from '@parcelyard/events/start-due-worker';
import { workMetrics } from '@parcelyard/events/work-metrics';
import { cents } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { AccountId } from '@parcelyard/service-kit/ids';
import { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import type { Logger } from '@parcelyard/service-kit/logger';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { ensureIndexes } from '@parcelyard/service-kit/mongo/ensure-indexes';
import type { ServiceApp } from '@parcelyard/service-kit/run-service';
import { createBillingHandlers } from './adapters/grpc/billing-handlers';
import { jitteredBackoff } from './adapters/jittered-backoff';
import { accountIndexes, createAccountStore } from './adapters/mongo/account-store';
import { allowanceIndexes, createAllowanceStore } from './adapters/mongo/allowance-store';
import { createLedgerStore, ledgerIndexes } from './adapters/mongo/ledger-store';
import { createPurchaseStore } from './adapters/mongo/purchase-store';
import {
  createRechargeStore,
  leasedRecharges,
  RECHARGES,
  rechargeIndexes,
  toRecharge,
} from './adapters/mongo/recharge-store';
import { createReferralStore, referralIndexes } from './adapters/mongo/referral-store';
import { createUsageStore } from './adapters/mongo/usage-store';
import { createPayments, type PaymentsConfig } from './adapters/payments/create-payments';
import { createPaymentFaults } from './adapters/payments/payment-faults';
import { sandboxGatewayIndexes } from './adapters/payments/sandbox-gateway';
import { loadPlanTable } from './adapters/plans/load-plan-table';
import { startLedgerAudit } from './adapters/workers/start-ledger-audit';
import {
  createReversalMetrics,
  RECONCILIATIONS,
  reconciliationIndexes,
  startReconciliation,
} from './adapters/workers/start-reconciliation';
import type { BillingConfig } from './config';
import type { GatewayJournal, PaymentGateway } from './ports';
import { addBalance } from './use-cases/add-balance';
import { bookReversal } from './use-cases/book-reversal';
import { cancelTopUp } from './use-cases/cancel-top-up';
import { capturePurchase } from './use-cases/capture-purchase';
import { changePlan } from './use-cases/change-plan';
import { checkMarketingEmails } from './use-cases/check-marketing-emails';
import { claimMarketingEmails } from './use-cases/claim-marketing-emails';
import { sweepRecharge } from './use-cases/complete-recharge';
import { getBalance } from './use-cases/get-balance';
import { getEntitlements } from './use-cases/get-entitlements';
import { getReferrals } from './use-cases/get-referrals';
import { holdPurchase } from './use-cases/hold-purchase';
import { listLedger } from './use-cases/list-ledger';
import { previewCharge } from './use-cases/preview-charge';
import { reconcilePayments } from './use-cases/reconcile-payments';
import { recordReferral } from './use-cases/record-referral';
import { redeemReferralCredit } from './use-cases/redeem-referral-credit';
import { refundPurchase } from './use-cases/refund-purchase';
import { releaseMarketingEmails } from './use-cases/release-marketing-emails';
import { releasePurchase } from './use-cases/release-purchase';
import { topUp } from './use-cases/top-up';
import { updateAccount } from './use-cases/update-account';

export interface BillingDependencies {
  config: Pick<BillingConfig, 'PLANS_FILE' | 'REFERRAL_CREDIT_CENTS'> & PaymentsConfig;
  mongo: MongoConnection;
  clock: Clock;
  logger: Logger;
  failPoint: FailPoint;
  /** Puts another payment gateway in the place of the configured one. */
  payments?: (configured: PaymentGateway & GatewayJournal) => PaymentGateway & GatewayJournal;
}

export async function createBillingApp({
  config,
  mongo,
  clock,
  logger,
  failPoint,
  payments,
}: BillingDependencies): Promise<ServiceApp<typeof BillingDefinition>> {
  const { db } = mongo;
  const plans = await loadPlanTable(config.PLANS_FILE);
  await ensureIndexes(db, {
    ...accountIndexes,
    ...ledgerIndexes,
    ...rechargeIndexes,
    ...allowanceIndexes,
    ...referralIndexes,
    ...sandboxGatewayIndexes,
    ...reconciliationIndexes,
  });

  const ledger = createLedgerStore(db);
  const accounts = createAccountStore(db);
  const purchases = createPurchaseStore(db);
  const usage = createUsageStore(db);
  const recharges = createRechargeStore(db);
  const allowance = createAllowanceStore(db);
  const referrals = createReferralStore(db);
  const paymentFaults = createPaymentFaults(logger);
  const configured = await createPayments(config, db, clock, paymentFaults.onFault);
  const gateway = payments?.(configured) ?? configured;

  // Nobody collects a plan's price yet: with real payments an operator puts accounts onto plans that have one.
  const pricedPlans = config.PAYMENTS === 'sandbox';

  const appending = { ledger, clock, backoff: jitteredBackoff, appendMutex: new KeyedMutex<AccountId>() };
  const holdMutex = new KeyedMutex<AccountId>();
  const counting = { allowance, accounts, plans, clock, backoff: jitteredBackoff };
  const random = () => randomBytes(8).toString('hex');
  const recharging = { ...appending, recharges, purchases, gateway, random, failPoint };
  const sweep = sweepRecharge(recharging);
  const rechargeSweeper = startDueWorker({
    leased: leasedRecharges(db, clock),
    name: 'recharges',
    logger,
    handle: (document) => sweep(toRecharge(document)),
  });

  const reversals = createReversalMetrics();
  const reconcile = reconcilePayments({
    reversals: configured,
    book: bookReversal(appending),
    onBooked: reversals.onBooked,
    onMismatch: (error) => paymentFaults.onFault('mismatch', error),
  });
  const reconciliation = await startReconciliation({ db, clock, logger, reconcile });

  const audit = startLedgerAudit({ ledger, logger });

  return {
    definition: BillingDefinition,
    handlers: createBillingHandlers({
      accounts,
      ledger,
      journal: gateway,
      recharges,
      getBalance: getBalance({ ledger, accounts }),
      getEntitlements: getEntitlements({ accounts, usage, allowance, plans, clock }),
      previewCharge: previewCharge({ ledger, accounts, usage, plans, clock }),
      holdPurchase: holdPurchase({
        ...recharging,
        accounts,
        usage,
        plans,
        holdMutex,
      }),
      capturePurchase: capturePurchase({
        ...appending,
        usage,
        accounts,
        referrals,
        referralCredit: cents(config.REFERRAL_CREDIT_CENTS),
      }),
      releasePurchase: releasePurchase({ ...recharging, usage }),
      refundPurchase: refundPurchase(appending),
      updateAccount: updateAccount({ accounts, plans, gateway, clock }),
      listLedger: listLedger({ ledger }),
      changePlan: changePlan({ accounts, plans, pricedPlans, clock }),
      plans,
      pricedPlans,
      addBalance: addBalance(appending),
      topUp: topUp({ ...recharging, accounts, holdMutex }),
      cancelTopUp: cancelTopUp(recharging),
      checkMarketingEmails: checkMarketingEmails({ accounts, usage, allowance, plans, clock }),
      claimMarketingEmails: claimMarketingEmails(counting),
      releaseMarketingEmails: releaseMarketingEmails(counting),
      getReferrals: getReferrals({ accounts, ledger, referrals }),
      reconcile,
      redeemReferralCredit: redeemReferralCredit({ ...appending, accounts }),
      recordReferral: recordReferral({ referrals, clock }),
    }),
    notReady: async () => ((await mongo.isReachable()) ? [] : ['mongodb']),
    metrics: [
      ...workMetrics({ db, clock, due: [RECHARGES, RECONCILIATIONS] }),
      ...audit.metrics,
      ...paymentFaults.metrics,
      ...reversals.metrics,
    ],
    stop: async () => {
      await Promise.all([rechargeSweeper.stop(), audit.stop(), reconciliation.stop()]);
    },
  };
}
