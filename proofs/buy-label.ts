interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers of several shapes
  body: any;
}

export type RestShop = (method: string, path: string, body?: object) => Promise<Answer>;

/** Returns a function that sends REST requests with an account's token, as a merchant's programs do. */
export const restShop =
  (baseUrl: string, token: string): RestShop =>
  async (method, path, body) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: await response.json() };
  };

/** Creates an order and buys its label. Returns the order's id and the HTTP status of the purchase. */
export async function buyLabel(
  rest: RestShop,
  changes: object = {},
): Promise<{ orderId: number; status: number }> {
  const order = await rest('POST', '/public/order', anOrder(changes));
  const orderId = order.body.result.id as number;
  const rated = await rest('POST', '/public/shipping-info', { orderId, weightOz: 16 });
  const { packageId, rates } = rated.body.result;
  const [{ rateId, method, serviceLevel }] = rates;
  const bought = await rest('POST', '/public/purchase-label', {
    orderId,
    packageId,
    rateId,
    method,
    serviceLevel,
  });
  return { orderId, status: bought.status };
}

let orders = 0;

export const anOrder = (changes: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  address1: '350 5th Ave',
  city: 'New York',
  state: 'NY',
  zip: '10118',
  country: 'US',
  items: [{ itemCode: 'ENGINE-1', quantity: 1, price: 20 }],
  invoiceNumber: `PROOF-${Date.now()}-${++orders}`,
  ...changes,
});
