import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperatorClients } from '../running-services';
import { writeFileAtomically } from '../write-file-atomically';
import { type DemoAccount, openDemoAccount, seedDemo } from './seed-demo';

const FILE = 'demo-seeded.json';

export const isDemoSeeded = (dataDir: string): boolean => existsSync(join(dataDir, FILE));

/** Seeds the demo account only once. A later start must not undo the user's changes. */
export async function seedDemoOnce(clients: OperatorClients, dataDir: string): Promise<DemoAccount> {
  const { account } = await openDemoAccount(clients);
  const path = join(dataDir, FILE);
  const mark = JSON.stringify({ accountId: account.accountId });
  if (!existsSync(path) || readFileSync(path, 'utf8') !== mark) {
    await seedDemo(clients, account.accountId, new Date());
    writeFileAtomically(path, mark);
  }
  return account;
}
