import type { Command } from './command';
import { accountCreate } from './commands/account-create';
import { accountSet } from './commands/account-set';
import { countersRebuild } from './commands/counters-rebuild';
import { deadLettersList, deadLettersReplay } from './commands/dead-letters';
import { demoSeed } from './commands/demo-seed';
import { importCustomers, importOrders, importProducts } from './commands/import-file';
import { ledgerVerify } from './commands/ledger-verify';
import { platformConnect } from './commands/platform-connect';
import { reportsRebuild } from './commands/reports-rebuild';
import { trackingAdvance } from './commands/tracking-advance';
import { webhookList, webhookReplay } from './commands/webhook';

/** Every command by its two words. */
export const commands: Readonly<Record<string, Command>> = {
  'account create': accountCreate,
  'account set': accountSet,
  'counters rebuild': countersRebuild,
  'ledger verify': ledgerVerify,
  'platform connect': platformConnect,
  'reports rebuild': reportsRebuild,
  'tracking advance': trackingAdvance,
  'webhook list': webhookList,
  'webhook replay': webhookReplay,
  'dead-letters list': deadLettersList,
  'dead-letters replay': deadLettersReplay,
  'import orders': importOrders,
  'import products': importProducts,
  'import customers': importCustomers,
  'demo seed': demoSeed,
};
