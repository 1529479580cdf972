// Runs in another person's project, with the installed client. It first creates an account as a partner. Then it calls
// the API for an account with money: it begins with a new customer and ends with the deletion of an order.
import { Parcelyard } from '@parcelyard/client';

const { BASE_URL: baseUrl, ACCESS_TOKEN, PARTNER_KEY: partnerKey } = process.env;
const email = `client-${Date.now()}@example.com`;
const password = 'correct horse battery';
const stranger = new Parcelyard({ baseUrl, partnerKey });
await stranger.createAccount({ email, password });
const { result: token } = await stranger.createToken({ email, password });
const { result: balance } = await new Parcelyard({ baseUrl, accessToken: token.accessToken }).getBalance();

let hasDropped = false;
const parcelyard = new Parcelyard({
  baseUrl,
  accessToken: async () => ACCESS_TOKEN,
  // Loses the answer to the first order, so that the client must repeat the request.
  fetch: async (url, init) => {
    const response = await fetch(url, init);
    if (hasDropped || !url.endsWith('/public/order')) return response;
    hasDropped = true;
    throw new TypeError('The connection was lost.');
  },
});

const ADDRESS = { address1: '350 5th Ave', city: 'New York', state: 'NY', zip: '10118', country: 'US' };
const PERSON = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
const { result: customer } = await parcelyard.createCustomer({ ...PERSON, ...ADDRESS });
const items = [{ itemCode: 'MUG', quantity: 2, price: 12.5 }];
const { result: order } = await parcelyard.createOrder({
  invoiceNumber: 'INV-3001',
  customerId: customer.id,
  items,
  ...PERSON,
  ...ADDRESS,
});
const made = (await parcelyard.listOrders({ invoiceNumber: 'INV-3001' })).result.length;

const parcel = { orderId: order.id, weightOz: 12, length: 8, width: 6, height: 4 };
const { result: info } = await parcelyard.shippingInfo(parcel);
const [{ rateId, method, serviceLevel }] = info.rates;
const purchase = { orderId: order.id, packageId: info.packageId, rateId, method, serviceLevel };
const { result: label } = await parcelyard.purchaseLabel(purchase, { idempotencyKey: 'label-1' });
const { result: again } = await parcelyard.purchaseLabel(purchase, { idempotencyKey: 'label-1' });
const { result: tracking } = await parcelyard.getTracking(order.id);
await parcelyard.voidLabel(order.id);

const seen = [];
for await (const { id } of parcelyard.eachOrder()) seen.push(id);
await parcelyard.deleteOrder(order.id);
const error = await parcelyard.updateOrder(order.id, { city: 'Boston' }).catch((thrown) => thrown);

console.log(
  JSON.stringify({
    balance: balance.balance,
    hasDropped,
    made,
    isSameLabel: label.trackingNumber === again.trackingNumber,
    tracked: tracking.trackingNumber === label.trackingNumber,
    listed: seen.includes(order.id),
    refusal: {
      name: error.name,
      status: error.status,
      code: error.code,
      hasRequestId: Boolean(error.requestId),
    },
  }),
);
