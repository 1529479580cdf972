import { writeFileSync } from 'node:fs';
import type { Bench } from '../bench';
import { readCosts } from './costs';
import { sizingTables } from './sizing-tables';

export const TABLES_FILE = 'docs/sizing-tables.md';

/** Computes the needs of deployments from the file of costs, and writes the tables of the documents. */
export async function writeTables({ say }: Bench): Promise<void> {
  writeFileSync(TABLES_FILE, sizingTables(readCosts()));
  say(`\n${TABLES_FILE} is written.`);
}
