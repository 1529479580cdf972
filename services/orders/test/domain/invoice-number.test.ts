import { firstTaken } from '../../src/domain/invoice-number';

describe('the first order of a call whose invoice number is taken', () => {
  it.each([
    ['none where all differ', [{ invoiceNumber: 'A' }, { invoiceNumber: 'B' }, {}, {}], [], -1],
    ['one that a live order has', [{ invoiceNumber: 'A' }, { invoiceNumber: 'B' }], ['B'], 1],
    ['the second of two alike', [{ invoiceNumber: 'A' }, {}, { invoiceNumber: 'A' }], [], 2],
    [
      'none where two are one order by their external id',
      [
        { invoiceNumber: 'A', externalOrderId: 'x' },
        { invoiceNumber: 'A', externalOrderId: 'x' },
      ],
      [],
      -1,
    ],
    [
      'the second where the external ids differ',
      [
        { invoiceNumber: 'A', externalOrderId: 'x' },
        { invoiceNumber: 'A', externalOrderId: 'y' },
      ],
      [],
      1,
    ],
  ])('is %s', (_what, orders, claimed, expected) =>
    expect(firstTaken(orders, new Set(claimed))).toBe(expected),
  );
});
