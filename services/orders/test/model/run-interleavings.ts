import fc from 'fast-check';
import { StoreWorld } from './store-world';

type Command =
  | { readonly do: 'step'; readonly choice: number; readonly more: number }
  | { readonly do: 'lose'; readonly choice: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'work'; readonly process: number; readonly kind: number }
  | { readonly do: 'crash'; readonly choice: number }
  | { readonly do: 'sync'; readonly process: number }
  | { readonly do: 'decide'; readonly order: number; readonly status: number }
  | { readonly do: 'lock' | 'void' | 'cancel'; readonly process: number; readonly order: number }
  | { readonly do: 'end'; readonly process: number; readonly order: number; readonly isBought: boolean };

const process = fc.nat(1);
const order = fc.nat(1);
const choice = fc.nat(30);
const its = <D extends Command['do']>(name: D) => fc.constant(name);

const commands = fc.array(
  fc.oneof(
    { weight: 40, arbitrary: fc.record({ do: its('step'), choice, more: fc.nat(30) }) },
    { weight: 4, arbitrary: fc.record({ do: its('lose'), choice }) },
    {
      weight: 5,
      arbitrary: fc.record({ do: its('wait'), ms: fc.constantFrom(1_000, 10_000, 61_000, 130_000, 900_000) }),
    },
    { weight: 16, arbitrary: fc.record({ do: its('work'), process, kind: fc.nat(2) }) },
    { weight: 2, arbitrary: fc.record({ do: its('crash'), choice: fc.nat(1) }) },
    { weight: 6, arbitrary: fc.record({ do: its('sync'), process }) },
    { weight: 8, arbitrary: fc.record({ do: its('decide'), order, status: fc.nat(4) }) },
    { weight: 6, arbitrary: fc.record({ do: its('lock'), process, order }) },
    { weight: 6, arbitrary: fc.record({ do: its('end'), process, order, isBought: fc.boolean() }) },
    { weight: 5, arbitrary: fc.record({ do: its('void'), process, order }) },
    { weight: 1, arbitrary: fc.record({ do: its('cancel'), process, order }) },
  ),
  { minLength: 15, maxLength: 60, size: 'max' },
);

async function runCommand(world: StoreWorld, one: Command): Promise<void> {
  switch (one.do) {
    case 'step':
      return world.schedule.step(one.choice, one.more);
    case 'lose':
      return world.schedule.lose(one.choice);
    case 'wait':
      return world.schedule.pass(one.ms);
    case 'work':
      return world.work(one.process, one.kind);
    case 'crash':
      return world.crash(one.choice);
    case 'sync':
      return world.sync(one.process);
    case 'decide':
      return world.decide(one.order, one.status);
    case 'end':
      return world.end(one.process, one.order, one.isBought);
    case 'lock':
    case 'void':
    case 'cancel':
      return world[one.do](one.process, one.order);
  }
}

interface Options {
  count: number;
  seed: number;
}

/** @returns the shortest sequence of commands that shows a fault; undefined when there is no fault */
export async function runInterleavings({ count, seed }: Options) {
  const property = fc.asyncProperty(commands, fc.nat(255), async (all, late) => {
    const world = new StoreWorld();
    await world.begin();
    for (const one of all) await runCommand(world, one);
    await world.heal((position) => ((late >> (position % 8)) & 1) === 1);
    const faults = world.look();
    if (faults.length > 0) throw new Error(faults.join('\n'));
  });
  const { counterexample, errorInstance, numRuns } = await fc.check(property, { numRuns: count, seed });
  if (!counterexample) return undefined;
  return { numRuns, fault: `${errorInstance}`, commands: JSON.stringify(counterexample) };
}
