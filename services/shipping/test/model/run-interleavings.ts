import type { KindLimits } from '@parcelyard/billing/domain/spending-limits';
import { cents } from '@parcelyard/money/cents';
import fc from 'fast-check';
import { MoneyWorld, type Sabotage } from './money-world';

export type Command =
  | { readonly do: 'buy'; readonly process: number; readonly order: number }
  | { readonly do: 'queue_batch'; readonly process: number }
  | { readonly do: 'decide'; readonly process: number; readonly allow: boolean }
  | { readonly do: 'step'; readonly choice: number; readonly more: number }
  | { readonly do: 'lose'; readonly choice: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'work'; readonly process: number; readonly kind: number }
  | { readonly do: 'crash'; readonly choice: number }
  | { readonly do: 'credit'; readonly process: number }
  | {
      readonly do: 'correct';
      readonly process: number;
      readonly choice: number;
      readonly amount: number;
    }
  | { readonly do: 'decline'; readonly declines: boolean };

const process = fc.nat(1);
const choice = fc.nat(30);

const OF_USERS_AND_PROCESSES = [
  { weight: 50, arbitrary: fc.record({ do: fc.constant('step' as const), choice, more: fc.nat(30) }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('lose' as const), choice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('buy' as const), process, order: fc.nat(2) }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1_000, 6_000, 13_000, 31_000),
    }),
  },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('work' as const), process, kind: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('crash' as const), choice: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('queue_batch' as const), process: fc.constant(0) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.constant(601_000) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('credit' as const), process }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('decline' as const), declines: fc.boolean() }) },
];

/** Commands that matter only with spending limits. */
const OF_LIMITS = [
  { weight: 1, arbitrary: fc.record({ do: fc.constant('queue_batch' as const), process: fc.constant(1) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('decide' as const), process, allow: fc.boolean() }),
  },
];

/** Commands that matter only when a carrier changes postage. */
const OF_ADJUSTMENTS = [
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      process,
      choice: fc.nat(5),
      amount: fc.constantFrom(410, 900, -210, 0),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({ do: fc.constant('work' as const), process, kind: fc.constant(3) }),
  },
];

const commandsFrom = (
  all: readonly { weight: number; arbitrary: fc.Arbitrary<Command> }[],
  [minLength, maxLength]: readonly [number, number] = [12, 45],
) => fc.array(fc.oneof(...all), { minLength, maxLength, size: 'max' });

/** The commands of a schedule without spending limits. */
export const unlimitedCommands = commandsFrom([...OF_USERS_AND_PROCESSES, ...OF_ADJUSTMENTS], [4, 25]);

export async function obey(world: MoneyWorld, one: Command): Promise<void> {
  switch (one.do) {
    case 'buy':
      return world.buy(one.process, one.order);
    case 'queue_batch':
      return world.queueBatch(one.process);
    case 'decide':
      return world.decide(one.process, one.allow);
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
    case 'credit':
      return world.credit(one.process);
    case 'correct':
      return world.correct(one.process, one.choice, one.amount);
    case 'decline':
      world.gateway.declines = one.declines;
  }
}

/**
 * A label costs 7.00, or 7.30 with the fee, and a batch of three costs 21.00. The limits for a day allow two labels, a
 * batch, or a batch and a label.
 */
const limits: fc.Arbitrary<KindLimits> = fc.constantFrom<KindLimits>(
  {},
  { perDay: cents(1_500) },
  { perDay: cents(2_200) },
  { perDay: cents(2_900), askAbove: cents(715) },
  { askAbove: cents(500) },
);

interface Options {
  count: number;
  seed: number;
  /** Removes one protection of the product. The run ends at the first fault. */
  sabotage?: Sabotage;
}

/** @returns the fault, with the shortest sequence of commands that leads to it; undefined without a fault */
export async function runInterleavings({ count, seed, sabotage }: Options) {
  const isLimited = !sabotage || sabotage.isOfLimits === true;
  const adjusts = sabotage ? fc.constant(sabotage.isOfAdjustments === true) : fc.boolean();
  const isAdjusted = !sabotage || sabotage.isOfAdjustments === true;
  const property = fc.asyncProperty(
    fc.constantFrom(1, 2_500),
    isLimited ? limits : fc.constant({}),
    commandsFrom([
      ...OF_USERS_AND_PROCESSES,
      ...(isLimited ? OF_LIMITS : []),
      ...(isAdjusted ? OF_ADJUSTMENTS : []),
    ]),
    adjusts,
    fc.nat(255),
    async (autoRecharge, owner, all, sellsFirst, late) => {
      const world = new MoneyWorld(autoRecharge, owner, sabotage);
      await world.begin();
      if (sellsFirst) await world.sell();
      world.buy(0, 0);
      for (const one of all) await obey(world, one);
      await world.heal((position) => ((late >> (position % 8)) & 1) === 1);
      const faults = world.look();
      if (faults.length > 0) throw new Error(faults.join('\n'));
    },
  );
  const { counterexample, errorInstance, numRuns } = await fc.check(property, {
    numRuns: count,
    seed,
    endOnFailure: sabotage !== undefined,
  });
  if (!counterexample) return undefined;
  return { numRuns, fault: `${errorInstance}`, commands: JSON.stringify(counterexample) };
}
