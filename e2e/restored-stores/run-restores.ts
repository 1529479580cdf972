import fc from 'fast-check';
import { type ModelService, MoneyWorld } from '../../services/shipping/test/model/money-world';
import { obey, unlimitedCommands } from '../../services/shipping/test/model/run-interleavings';
import { followRunbook } from './follow-runbook';

interface Options {
  count: number;
  seed: number;
  /**
   * If true, callers continue without the runbook's steps. A test uses this option to show that the model finds the
   * faults that the runbook prevents.
   */
  withoutRunbook?: true;
  /** What is restored: one database, or several. */
  only: readonly (ModelService | readonly ModelService[])[];
}

/**
 * Runs the money model with random orders of steps (schedules). In each run, all services stop at some moment, one or
 * more of their databases are restored to an earlier moment, the runbook is followed, and callers continue.
 * @returns the fault, with the shortest sequence of steps that was found to cause it; undefined when there was no fault
 */
export async function runRestores({ count, seed, withoutRunbook, only }: Options) {
  const property = fc.asyncProperty(
    fc.constantFrom(...only.map((one) => [one].flat())),
    fc.constantFrom(1, 2_500),
    fc.boolean(),
    fc.constantFrom(0, 2),
    fc.tuple(unlimitedCommands, unlimitedCommands, unlimitedCommands),
    fc.nat(255),
    async (restored, autoRecharge, sellsFirst, order, [before, lost, after], late) => {
      const world = new MoneyWorld(autoRecharge);
      await world.begin();
      if (sellsFirst) await world.sell();
      world.buy(0, order);
      for (const one of before) await obey(world, one);
      const backups = [];
      // This many commands run after each database is copied, so that the copies are from different moments.
      const between = Math.ceil(lost.length / restored.length);
      for (const [place, service] of restored.entries()) {
        backups.push(world.backUp(service));
        for (const one of lost.slice(place * between, (place + 1) * between)) await obey(world, one);
      }
      await world.restore(backups);
      if (!withoutRunbook) await followRunbook(world, restored);
      for (const one of after) await obey(world, one);
      await world.heal((position) => ((late >> (position % 8)) & 1) === 1);
      const faults = world.look();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  );
  const { counterexample, errorInstance, numRuns } = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: true,
  });
  if (!counterexample) return undefined;
  return { numRuns, fault: `${errorInstance}`, commands: JSON.stringify(counterexample) };
}
