import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { draftImportedOrder } from '../../src/domain/imported-order';
import { redactOrder } from '../../src/domain/platforms/redact-order';
import { mergeFromStore } from '../../src/domain/platforms/store-content';
import { anAddress } from '../support/builders';

const broughtTo = (name: string) =>
  draftImportedOrder(
    {
      recipient: anAddress({ name }),
      items: [],
      status: '',
      shippingCents: 0,
      taxCents: 0,
      handlingCents: 0,
      discountCents: 0,
      note: '',
      source: { revision: name, jobId: 1, result: 'created', state: 'open' },
    },
    {
      accountId: accountId(1),
      orderId: orderId(10_001),
      orderNumber: 'ABC234',
      items: [],
      now: new Date('2026-03-02T15:00:00Z'),
    },
  );

test('the recipient of an order whose personal data were removed does not come back from its store', () => {
  const order = broughtTo('Ada Lovelace');
  const redacted = { ...order, ...redactOrder(order) };
  expect(mergeFromStore(redacted, broughtTo('Augusta King'))).toEqual({ fields: {}, kept: ['recipient'] });
});
