import { reportOf, spanOf } from '../../src/domain/report';

const TODAY = '2026-11-29';
const report = (wanted: { from?: string; to: string; months?: number; days?: number }) =>
  reportOf(spanOf({ from: '', months: 0, days: 0, ...wanted }, TODAY), new Map());

describe('the months of a report', () => {
  it('are all months that the period touches, also those without figures', () => {
    const { months } = report({ from: '2025-11-30', to: '2026-02-01' });
    expect(months.map(({ month }) => month)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  });

  it('end with the year 9999, the last year that a day can have', () => {
    const { from, months } = report({ to: '9999-12-31', months: 2 });
    expect({ from, months: months.map(({ month }) => month) }).toEqual({
      from: '9999-11-01',
      months: ['9999-11', '9999-12'],
    });
    expect(report({ to: '9999-12-31', days: 30 })).toMatchObject({ from: '9999-12-02', to: '9999-12-31' });
  });

  it('begin with the year 0, the first year that a day can have', () => {
    const { from, months } = report({ to: '0000-01-31', months: 12 });
    expect({ from, months: months.map(({ month }) => month) }).toEqual({
      from: '0000-01-01',
      months: ['0000-01'],
    });
    expect(report({ to: '0000-01-05', days: 30 })).toMatchObject({ from: '0000-01-01', to: '0000-01-05' });
  });
});
