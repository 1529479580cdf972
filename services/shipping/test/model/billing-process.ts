import { createHandlers } from '@parcelyard/billing/adapters/grpc/create-handlers';
import { createApprovalStore } from '@parcelyard/billing/adapters/mongo/approval-store';
import { createDeclineStore } from '@parcelyard/billing/adapters/mongo/decline-store';
import { createLedgerStore } from '@parcelyard/billing/adapters/mongo/ledger-store';
import { createNotices } from '@parcelyard/billing/adapters/mongo/notices';
import { createPurchaseChargeStore } from '@parcelyard/billing/adapters/mongo/purchase-charge-store';
import {
  createRechargeStore,
  leasedRecharges,
  toRecharge,
} from '@parcelyard/billing/adapters/mongo/recharge-store';
import { loadPlanTable } from '@parcelyard/billing/adapters/plans/load-plan-table';
import { defaultAccount } from '@parcelyard/billing/domain/account';
import type { PlanTable } from '@parcelyard/billing/domain/plan';
import { batchRechargeName } from '@parcelyard/billing/domain/recharge';
import type { KindLimits } from '@parcelyard/billing/domain/spending-limits';
import type { AppendPorts, BillingPorts, Payments } from '@parcelyard/billing/ports';
import { AccountAppendQueue } from '@parcelyard/billing/use-cases/account-append-queue';
import { decideApproval } from '@parcelyard/billing/use-cases/approvals';
import { addBalance } from '@parcelyard/billing/use-cases/balance-and-ledger';
import { continueRecharge } from '@parcelyard/billing/use-cases/complete-recharge';
import { cents, ZERO } from '@parcelyard/money/cents';
import type { Clock } from '@parcelyard/service-kit/clock';
import { type AccountId, accountId } from '@parcelyard/service-kit/ids';
import { KeyedMutex } from '@parcelyard/service-kit/keyed-mutex';
import { partial } from '@parcelyard/testing/partial';
import type { Process, Schedule } from '@parcelyard/testing/schedule';
import type { Db } from 'mongodb';
import { modelWorker } from './model-worker';
import type { ModelGateway } from './outside';

export const ACCOUNT = accountId(1);

let plans: PlanTable;
export const loadPlans = async () => {
  plans = await loadPlanTable(undefined);
};

interface Options {
  readonly process: Process;
  readonly db: Db;
  readonly clock: Clock;
  readonly schedule: Schedule;
  readonly gateway: ModelGateway;
  readonly autoRecharge: number;
  readonly limits: KindLimits;
  /** Called when this process has given up a purchase or batch. */
  onGivenUp(name: string): void;
}

export type BillingProcess = ReturnType<typeof startBillingProcess>;

export function startBillingProcess(options: Options) {
  const { process, db, clock, schedule, gateway, autoRecharge, limits } = options;
  const account = {
    ...defaultAccount(ACCOUNT),
    plan: 'enterprise',
    autoRecharge: cents(autoRecharge),
    limits: { token: limits, app: {} },
  };
  let drawn = 0;
  const appendPorts = partial<AppendPorts>({
    ledger: createLedgerStore(db),
    purchaseCharges: createPurchaseChargeStore(db),
    recharges: createRechargeStore(leasedRecharges(db, clock)),
    accounts: partial({ find: async () => account, setUnconfirmed: async () => undefined }),
    clock,
    backoff: () => schedule.wait(process, 'backs off'),
  });
  const ports = partial<BillingPorts>({
    ...appendPorts,
    appendQueue: new AccountAppendQueue(appendPorts),
    approvals: createApprovalStore(db),
    declines: createDeclineStore(db),
    newApprovalId: () => `apr_${process.name.replace(' ', '')}x${++drawn}`,
    gateway: partial<Payments>(gateway.for(process)),
    notices: createNotices({ db, clock, send: () => undefined }),
    money: { sandbox: true, mayMix: true },
    plans,
    referralCredit: ZERO,
    failPoint: () => undefined,
    holdMutex: new KeyedMutex<AccountId>(),
    random: () => `${process.name.replace(' ', '')}x${++drawn}`,
  });
  const billing = createHandlers(ports);
  const noting =
    <Request, Context, Reply>(
      giveUp: (request: Request, context: Context) => Promise<Reply>,
      nameOf: (request: Request) => string,
    ) =>
    async (request: Request, context: Context) => {
      const reply = await giveUp(request, context);
      options.onGivenUp(nameOf(request));
      return reply;
    };
  return {
    process,
    handlers: {
      ...billing,
      release: noting(billing.release, ({ purchaseId }) => purchaseId),
      cancelBatchRecharge: noting(billing.cancelBatchRecharge, ({ key }) => batchRechargeName(ACCOUNT, key)),
    },
    credit: (amountCents: number, idempotencyKey: string) =>
      addBalance(ports, { accountId: ACCOUNT, amountCents, idempotencyKey }),
    decide: (approvalId: string, allow: boolean) =>
      decideApproval(ports, { accountId: ACCOUNT, approvalId, allow }),
    continueRecharge: modelWorker({
      leased: leasedRecharges(db, clock),
      name: 'recharges',
      handle: (document) => continueRecharge(ports, toRecharge(document)),
    }),
  };
}
