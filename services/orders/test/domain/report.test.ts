import { reportOf } from '../../src/domain/report';
import { addTo, type DayFigures } from '../../src/domain/report-figures';

describe('a report over several months', () => {
  const days: DayFigures = new Map();
  const sell = (day: string, carrier: string, cost: number) =>
    addTo(days, day, {
      'spend|labels': 1,
      'spend|postage': cost,
      [`carrier|${carrier}|labels`]: 1,
      [`carrier|${carrier}|cost`]: cost,
      [`service|${carrier}|Ground%20Saver|box|labels`]: 1,
      [`service|${carrier}|Ground%20Saver|box|cost`]: cost,
      'state|TX|labels': 1,
      'state|TX|cost': cost,
      'tax|TX|orders': 1,
      'tax|TX|taxable': 2 * cost,
      'tax|TX|tax': cost,
    });
  sell('2026-02-27', 'UPS', 100);
  sell('2026-02-28', 'UPS', 200);
  sell('2026-02-28', 'USPS', 400);
  sell('2026-03-01', 'UPS', 800);
  addTo(days, '2026-03-02', { 'carrier|UPS|adjustments': -30, 'carrier|USPS|refunds': 400 });
  addTo(days, '2026-03-03', { 'tax|CA|orders': 1, 'tax|CA|taxable': 50, 'tax|CA|tax': 5 });
  const report = reportOf({ from: '2026-02-01', to: '2026-03-31' }, days);

  it('has the spend and the tax of each month', () => {
    expect(report.months).toMatchObject([
      { month: '2026-02', labels: 3, postageCents: 700 },
      { month: '2026-03', labels: 1, postageCents: 800 },
    ]);
    expect(report.taxes).toEqual([
      { month: '2026-02', state: 'TX', orders: 3, taxableCents: 1400, taxCents: 700 },
      { month: '2026-03', state: 'CA', orders: 1, taxableCents: 50, taxCents: 5 },
      { month: '2026-03', state: 'TX', orders: 1, taxableCents: 1600, taxCents: 800 },
    ]);
  });

  it('has the labels of the whole period by carrier, service and state', () => {
    const ups = { carrier: 'UPS', labels: 3, costCents: 1100, refundsCents: 0, adjustmentsCents: -30 };
    const usps = { carrier: 'USPS', labels: 1, costCents: 400, refundsCents: 400, adjustmentsCents: 0 };
    expect(report.byCarrier).toMatchObject([ups, usps]);
    expect(report.byService).toMatchObject([
      { carrier: 'UPS', serviceLevel: 'Ground Saver', method: 'box', labels: 3, costCents: 1100 },
      { carrier: 'USPS', serviceLevel: 'Ground Saver', method: 'box', labels: 1, costCents: 400 },
    ]);
    expect(report.byDestinationState).toMatchObject([{ state: 'TX', labels: 4, costCents: 1500 }]);
  });

  it('adds up the carriers of each day, and leaves out days without labels, refunds and adjustments', () => {
    expect(report.byDay).toMatchObject([
      { date: '2026-02-27', labels: 1, costCents: 100 },
      { date: '2026-02-28', labels: 2, costCents: 600 },
      { date: '2026-03-01', labels: 1, costCents: 800 },
      { date: '2026-03-02', labels: 0, costCents: 0, refundsCents: 400, adjustmentsCents: -30 },
    ]);
  });
});
