import { overBudget } from '../budgets';
import { collectFaults } from '../faults';

const BUDGET = { calls: 4, bytes: 5_000 };
const outcome = (calls: number, bytes: number) => ({ job: 'pickup', calls, bytes, faults: [] });

describe('a budget', () => {
  it('is kept by a job that costs what it may, or less', () => {
    expect(overBudget(outcome(4, 5_000), BUDGET)).toEqual([]);
    expect(overBudget(outcome(3, 1), BUDGET)).toEqual([]);
  });

  it('is passed by one call or one byte more, and the job says by what', () => {
    expect(overBudget(outcome(5, 5_001), BUDGET)).toEqual([
      '5 calls instead of 4.',
      '5001 bytes instead of 5000.',
    ]);
  });

  it('is missed by a job that nobody measured', () => {
    expect(overBudget(outcome(1, 1), undefined)).toEqual([expect.stringContaining('has no budget')]);
  });
});

describe('what the merchant is told', () => {
  const faultsOf = (said: string) => {
    const faults = collectFaults();
    faults.unlessSaid(said, 'the charge', 1234.5);
    return faults.found.length;
  };

  it.each(['It cost $1,234.50.', 'USD 1234.5 in all'])('may say an amount in its own way: %s', (said) => {
    expect(faultsOf(said)).toBe(0);
  });

  it.each(['It cost $1,243.50.', 'Done.'])('must be that amount: %s', (said) => {
    expect(faultsOf(said)).toBe(1);
  });
});
