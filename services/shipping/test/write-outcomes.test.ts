import type { ItemOutcome } from '../src/domain/batch/batch';
import { createOutcomeWriter, type Outcomes } from '../src/use-cases/batch/write-outcomes';

const PURCHASED: ItemOutcome = { status: 'purchased' };

it('outcomes that are added during a write are written together, and all are written at the end', async () => {
  const writes: number[][] = [];
  const writer = createOutcomeWriter(async (outcomes: Outcomes) => {
    writes.push([...outcomes.keys()]);
  });
  for (const position of [0, 1, 2, 3]) writer.add(position, PURCHASED);
  await writer.end();
  writer.add(4, PURCHASED);
  await writer.end();
  expect(writes).toEqual([[0], [1, 2, 3], [4]]);
});

it('nothing is written after a failed write, and the end throws its error', async () => {
  let writes = 0;
  const lost = new Error('The lease was lost.');
  const writer = createOutcomeWriter(async () => {
    writes += 1;
    throw lost;
  });
  for (const position of [0, 1]) writer.add(position, PURCHASED);
  await expect(writer.end()).rejects.toBe(lost);
  expect([writes, writer.hasFailed()]).toEqual([1, true]);
});
