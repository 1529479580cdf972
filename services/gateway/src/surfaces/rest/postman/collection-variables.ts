import { EXAMPLE_PACKAGE_ID, EXAMPLE_PRICE, EXAMPLE_RATE_ID } from '../openapi/example-rates';
import {
  EXAMPLE_CUSTOMER_ID,
  EXAMPLE_DELIVERY_ID,
  EXAMPLE_ORDER_ID,
  EXAMPLE_PICKUP_ID,
} from '../openapi/example-values';

/** Values that one request learns and others need; at first those of the examples. */
export const COLLECTION_VARIABLES = {
  orderId: EXAMPLE_ORDER_ID,
  customerId: EXAMPLE_CUSTOMER_ID,
  pickupId: EXAMPLE_PICKUP_ID,
  deliveryId: EXAMPLE_DELIVERY_ID,
  rateId: EXAMPLE_RATE_ID,
  packageId: EXAMPLE_PACKAGE_ID,
  method: EXAMPLE_PRICE.method,
  serviceLevel: EXAMPLE_PRICE.serviceLevel,
} as const;

type VariableName = keyof typeof COLLECTION_VARIABLES;

/** What must not be there twice, so that a request may be sent again. */
const FRESH: readonly (readonly [RegExp, string])[] = [
  [/(?<="invoiceNumber": "INV-|"externalOrderId": "shop-)\d+/g, '{{$guid}}'],
  [/(?<="email": ")(grace|second)(?=@)/g, '{{$guid}}'],
];

/** An example with variables in the place of its values. */
export function withVariables(text: string): string {
  const known = Object.entries(COLLECTION_VARIABLES).reduce(
    (rest, [name, value]) =>
      typeof value === 'number'
        ? rest.replace(new RegExp(`\\b${value}\\b`, 'g'), `{{${name}}}`)
        : rest.replaceAll(`"${value}"`, `"{{${name}}}"`),
    text,
  );
  return FRESH.reduce((rest, [pattern, value]) => rest.replace(pattern, value), known);
}

/** Where in a successful answer's `result` the values are, by operation. */
const LEARNED: Readonly<Record<string, Readonly<Partial<Record<VariableName, string>>>>> = {
  createOrder: { orderId: 'id' },
  createCustomer: { customerId: 'id' },
  schedulePickup: { pickupId: 'pickupId' },
  testWebhook: { deliveryId: 'deliveryId' },
  shippingInfo: {
    packageId: 'packageId',
    rateId: 'rates[0].rateId',
    method: 'rates[0].method',
    serviceLevel: 'rates[0].serviceLevel',
  },
};

/** The script that keeps what an answer tells; undefined where nothing is needed later. */
export function scriptOf(operationId: string): readonly string[] | undefined {
  const learned = LEARNED[operationId];
  return (
    learned && [
      'const { success, result } = pm.response.json();',
      'if (success) {',
      ...Object.entries(learned).map(
        ([name, path]) => `  pm.collectionVariables.set(${JSON.stringify(name)}, result.${path});`,
      ),
      '}',
    ]
  );
}
