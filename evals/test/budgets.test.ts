import { overBudget } from '../budgets';
import { collectFaults } from '../faults';

const BUDGET = { calls: 4, bytes: 5_000 };
const outcome = (calls: number, bytes: number) => ({ job: 'pickup', calls, bytes, faults: [] });

describe('a budget', () => {
  it('passes for a job with at most its calls and bytes', () => {
    expect(overBudget(outcome(4, 5_000), BUDGET)).toEqual([]);
    expect(overBudget(outcome(3, 1), BUDGET)).toEqual([]);
  });

  it('fails with one call or one byte more, and the job names the difference', () => {
    expect(overBudget(outcome(5, 5_001), BUDGET)).toEqual([
      '5 calls instead of 4.',
      '5001 bytes instead of 5000.',
    ]);
  });

  it('fails for a job without a budget', () => {
    expect(overBudget(outcome(1, 1), undefined)).toEqual([expect.stringContaining('has no budget')]);
  });
});

describe('an amount in an answer to the merchant', () => {
  const faultsOf = (said: string) => {
    const faults = collectFaults();
    faults.unlessSaid(said, 'the charge', 1234.5);
    return faults.found.length;
  };

  it.each(['It cost $1,234.50.', 'USD 1234.5 in all'])('is accepted in each common form: %s', (said) => {
    expect(faultsOf(said)).toBe(0);
  });

  it.each(['It cost $1,243.50.', 'Done.'])('must be the right amount: %s', (said) => {
    expect(faultsOf(said)).toBe(1);
  });
});
