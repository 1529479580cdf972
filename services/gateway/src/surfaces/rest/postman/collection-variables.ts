import { EXAMPLE_PACKAGE_ID, EXAMPLE_PRICE, EXAMPLE_RATE_ID } from '../openapi/example-rates';
import {
  EXAMPLE_CUSTOMER_ID,
  EXAMPLE_DELIVERY_ID,
  EXAMPLE_ORDER_ID,
  EXAMPLE_PICKUP_ID,
} from '../openapi/example-values';

/**
 * Variables for values of answers that later requests need. At first, each variable has the value from the examples.
 */
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

const NAMES = new Map<unknown, string>(
  Object.entries(COLLECTION_VARIABLES).map(([name, value]) => [value, `{{${name}}}`]),
);

/** Fields whose values must be unique. They get a new value for each request, so that a request can be sent twice. */
const FRESH: Readonly<Record<string, (value: string) => string>> = {
  invoiceNumber: () => 'INV-{{$guid}}',
  externalOrderId: () => 'shop-{{$guid}}',
  email: (value) => (NEW_PEOPLE.includes(value) ? `{{$guid}}-${value}` : value),
};

const NEW_PEOPLE = ['grace@example.com', 'second@example.com'];

/**
 * Marks a variable whose value is a number, so that the quotes around the variable can be removed from the JSON text.
 */
const BARE = '\u0000';

/** Returns an example's body as text, with variables in place of values from earlier answers. */
export const bodyText = (body: unknown): string =>
  JSON.stringify(
    body,
    (key, value) => {
      const name = NAMES.get(value);
      if (name) return typeof value === 'number' ? BARE + name + BARE : name;
      return typeof value === 'string' ? (FRESH[key]?.(value) ?? value) : value;
    },
    2,
  )
    .replaceAll(`"\\u0000`, '')
    .replaceAll(`\\u0000"`, '');

/** Returns the variable for a value in a path. If there is no variable, returns the value as text. */
export const pathValue = (value: unknown): string => NAMES.get(value) ?? String(value);

/** Where each variable's value is in an answer's `result`, by operation. */
const ANSWER_PATHS: Readonly<Record<string, Readonly<Partial<Record<VariableName, string>>>>> = {
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

/**
 * Returns the script that stores values of an operation's answer in variables; undefined when later requests need none
 * of these values.
 */
export function scriptOf(operationId: string): readonly string[] | undefined {
  const paths = ANSWER_PATHS[operationId];
  return (
    paths && [
      'const { success, result } = pm.response.json();',
      'if (success) {',
      ...Object.entries(paths).map(
        ([name, path]) => `  pm.collectionVariables.set(${JSON.stringify(name)}, result.${path});`,
      ),
      '}',
    ]
  );
}
