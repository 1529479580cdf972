import { MongoClient } from 'mongodb';

/** Returns the records of one purchase from the services' databases, without personal data and secrets. */
export async function readRecords(stack, { orderId, requestId }) {
  const client = await MongoClient.connect(stack.engines.mongo.uri);
  const { accountId } = stack.demo;
  const collection = (service, name) => client.db(`parcelyard_${service}`).collection(name);
  try {
    const order = await collection('orders', 'orders').findOne({ accountId, _id: orderId });
    const purchase = await collection('shipping', 'purchases').findOne({ accountId, orderId });
    const [activity, transfers] = await Promise.all([
      collection('auth', 'activity').findOne({ accountId, requestId }),
      collection('billing', 'transfers')
        .find({ accountId, _id: { $in: [`hold:${purchase._id}`, `capture:${purchase._id}`] } })
        .sort({ seq: 1 })
        .toArray(),
    ]);
    return {
      transfers,
      documents: [
        document('parcelyard_auth.activity', activity, [
          'requestId',
          'actor',
          'action',
          'subject',
          'outcome',
        ]),
        document('parcelyard_shipping.purchases', purchase, [
          ...['_id', 'state', 'fence', 'carrierReference', 'createdAt', 'sentAt', 'updatedAt'],
        ]),
        document('parcelyard_orders.orders', order, [
          ...['_id', 'status', 'trackingNumber', 'shippingCostCents', 'labelGeneration', 'outbox'],
        ]),
      ],
    };
  } finally {
    await client.close();
  }
}

const document = (where, found, names) => ({
  where,
  fields: Object.fromEntries(names.map((name) => [name, found?.[name]])),
});
