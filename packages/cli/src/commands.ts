import type { Command } from './command';
import { accountCreate, accountSet } from './commands/account';
import { carrierAccountEnd, carrierAccountList, carrierAccountUse } from './commands/carrier-account';
import { deadLettersList, deadLettersReplay } from './commands/dead-letters';
import { demoSeed } from './commands/demo-seed';
import { doctor } from './commands/doctor';
import { importCustomers, importOrders, importProducts } from './commands/import-file';
import { ledgerRepair } from './commands/ledger-repair';
import { ledgerVerify } from './commands/ledger-verify';
import { platformConnect } from './commands/platform-connect';
import { platformDisconnect } from './commands/platform-disconnect';
import { countersRebuild, reportsRebuild } from './commands/rebuild';
import { secretsReseal } from './commands/secrets-reseal';
import { storeChange } from './commands/store-change';
import { trackingAdvance } from './commands/tracking-advance';
import { webhookList, webhookReplay } from './commands/webhook';

export const commands: readonly Command[] = [
  accountCreate,
  accountSet,
  carrierAccountList,
  carrierAccountUse,
  carrierAccountEnd,
  countersRebuild,
  doctor,
  ledgerVerify,
  ledgerRepair,
  platformConnect,
  platformDisconnect,
  reportsRebuild,
  secretsReseal,
  storeChange,
  trackingAdvance,
  webhookList,
  webhookReplay,
  deadLettersList,
  deadLettersReplay,
  importOrders,
  importProducts,
  importCustomers,
  demoSeed,
];
