import { shownShipDate } from '../../../src/surfaces/rest/orders/ship-date';

const purchasedAt = new Date('2026-11-02T15:04:05Z');
const shown = (fields: Partial<Parameters<typeof shownShipDate>[0]>) =>
  shownShipDate({ status: 'ChooseShipping', shipDate: purchasedAt, trackingNumber: '', ...fields });

describe('shipDate', () => {
  it.each(['ChooseShipping', 'LabelRefunded', 'Deleted'])(
    'is null for %s whose label was voided before it shipped [REST-R5]',
    (status) => expect(shown({ status })).toBeNull(),
  );

  it('is the time of the purchase while there is a label', () => {
    const label = { purchasedAt };
    expect(shown({ status: 'PrintLabel', label })).toBe('2026-11-02T15:04:05Z');
    expect(shown({ status: 'Deleted', label, shipDate: undefined })).toBe('2026-11-02T15:04:05Z');
  });

  it('stays for a shipped order, also for an imported one without a label', () => {
    expect(shown({ status: 'Delivered' })).toBe('2026-11-02T15:04:05Z');
    expect(shown({ status: 'Deleted', trackingNumber: '9400' })).toBe('2026-11-02T15:04:05Z');
  });
});
