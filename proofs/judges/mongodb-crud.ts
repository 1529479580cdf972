import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startTestDatabase } from '@parcelyard/testing/start-test-database';
import type { Judge } from '../judge';
import { readOlderFiles } from '../mongodb/older-format';
import { type Result, runUnifiedTest } from '../mongodb/run-unified-test';
import { readUnifiedFiles, type UnifiedFile } from '../mongodb/unified-test';
import type { Workshop } from '../workshop';

/** The newest version whose module contains the tests; later versions only refer to them. */
const VERSION = '1.17.6';
const MODULE = `go.mongodb.org/mongo-driver@v${VERSION}`;
/** The version that the embedded engine reports. */
const SERVER = '7.0';

export const mongodbCrud: Judge = {
  name: 'mongodb-crud',
  proves:
    "The embedded engine gives the correct answer to each of MongoDB's published tests of reads and writes, or refuses it.",
  needs: ['go'],
  async judge(workshop) {
    const database = await startTestDatabase();
    const counts: Record<Result['outcome'], number> = { passed: 0, refused: 0, wrong: 0, 'not meant': 0 };
    const faults: string[] = [];
    const refusals: string[] = [];
    try {
      for (const file of await publishedTests(workshop)) {
        for (const test of file.tests) {
          const { outcome, detail } = await runUnifiedTest(database.client, SERVER, file, test);
          counts[outcome] += 1;
          if (outcome === 'wrong') faults.push(`${file.name}: ${test.description}: ${detail}`);
          if (outcome === 'refused') refusals.push(`${file.name}: ${test.description}: ${detail}\n`);
        }
      }
    } finally {
      await database.close();
    }
    writeFileSync(join(workshop.folder, 'refused.txt'), refusals.join(''));
    const { passed, refused, wrong } = counts;
    return {
      version: `tests of mongo-driver ${VERSION}`,
      checked: passed + refused + wrong,
      faults,
      figures: [`${passed} passed`, `${refused} refused`, `${counts['not meant']} of other servers`],
    };
  },
};

async function publishedTests(workshop: Workshop): Promise<UnifiedFile[]> {
  const { Dir } = JSON.parse(await workshop.run('go', ['mod', 'download', '-json', MODULE]));
  const tests = (folder: string) => join(Dir, 'testdata/crud', folder);
  return [
    ...readUnifiedFiles(tests('unified')),
    ...readOlderFiles(tests('v1/read')),
    ...readOlderFiles(tests('v1/write')),
  ];
}
