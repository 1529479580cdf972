import { contentRevision } from '@parcelyard/orders/adapters/platforms/content-revision';
import { draftImportedOrder } from '@parcelyard/orders/domain/imported-order';
import { fieldsWhere, type Order } from '@parcelyard/orders/domain/order';
import type { PlatformOrderContent } from '@parcelyard/orders/domain/platforms/platform';
import { redactOrder } from '@parcelyard/orders/domain/platforms/redact-order';
import { mergeFromStore } from '@parcelyard/orders/domain/platforms/store-content';
import { accountId, orderId } from '@parcelyard/service-kit/ids';
import { anAddress, anImport } from '../support/builders';

const imported = (given: object = {}): Order =>
  draftImportedOrder(
    {
      ...anImport({ note: 'Ring twice.', shippingAddress: anAddress({ city: 'Dallas' }), customerId: 7 }),
      recipient: anAddress(),
      items: [],
      source: { revision: 'r1', jobId: 1, result: 'created', state: 'open' },
      ...given,
    },
    { accountId: accountId(1), orderId: orderId(2), orderNumber: 'ABCDEF', items: [], now: new Date(0) },
  );

describe('the table of order fields', () => {
  it('decides what an erasure request removes: each field that it marks as removed changes or becomes empty', () => {
    const removed = fieldsWhere(({ erasure }) => erasure === 'removed') as (keyof Order)[];
    const order = imported();
    for (const name of removed) if (order[name] === undefined) Object.assign(order, { [name]: 'something' });
    const change = redactOrder(order) ?? {};
    for (const name of removed) expect([name, change[name]]).not.toEqual([name, order[name]]);
    const moved: (keyof Order)[] = ['addressVersion', 'status'];
    expect(Object.keys(change).sort()).toEqual([...removed, ...moved].sort());
  });

  it('takes each field that the store has changed, unless it was edited here, and keeps fields that the store does not send', () => {
    const order = { ...imported({ shippingAddress: undefined, weightOz: 9 }), version: 4 };
    const next = (given: object) => mergeFromStore(order, imported({ shippingAddress: undefined, ...given }));
    expect(next({ weightOz: 9, note: 'Ring once.' })).toEqual({ fields: { note: 'Ring once.' }, kept: [] });
    expect(next({ weightOz: undefined })).toEqual({ fields: {}, kept: [] });
    const edited = { ...order, note: 'Ours.' };
    expect(
      mergeFromStore(edited, imported({ shippingAddress: undefined, note: 'Ring once.' })).fields,
    ).toEqual({});
  });
});

it('a revision stays equal with a new empty field, and changes when that field has a value', () => {
  const content: PlatformOrderContent = {
    recipient: anAddress(),
    items: [],
    shippingCents: 0,
    taxCents: 0,
    discountCents: 0,
    note: 'Ring twice.',
  };
  const revision = (more: object) => contentRevision({ state: 'open', order: { ...content, ...more } });
  expect(revision({ giftMessage: '' })).toBe(revision({}));
  expect(revision({ giftMessage: undefined })).toBe(revision({}));
  expect(revision({ giftMessage: 'For you' })).not.toBe(revision({}));
  expect(revision({ note: '' })).not.toBe(revision({}));
});
