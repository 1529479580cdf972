import { authReasons } from '@parcelyard/reasons/auth-reasons';
import { billingReasons } from '@parcelyard/reasons/billing-reasons';
import { commonReasons } from '@parcelyard/reasons/common-reasons';
import { customersReasons } from '@parcelyard/reasons/customers-reasons';
import { ordersReasons } from '@parcelyard/reasons/orders-reasons';
import { pickupsReasons } from '@parcelyard/reasons/pickups-reasons';
import type { Refused } from '@parcelyard/reasons/reason';
import { REASONS, type Reason } from '@parcelyard/reasons/reasons';
import { shippingReasons } from '@parcelyard/reasons/shipping-reasons';
import { mcpSentence } from '../../src/surfaces/mcp/wording';
import { restRoutes } from '../../src/surfaces/rest/routes';
import { restSentence } from '../../src/surfaces/rest/wording';
import { webSentence } from '../../src/surfaces/web/wording';
import { knownNames } from '../messages/known-names';
import { REASON_TABLE } from './rest/reason-table';

const KNOWN = knownNames();
const ROUTES = new Set(restRoutes.map(({ method, path }) => `${method} ${path}`));

const matches = (sentence: string, pattern: RegExp): string[] => sentence.match(pattern) ?? [];

const SNAKE_CASE = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;
const CAMEL_CASE = /\b[a-z]+[A-Z]\w*\b/g;
const ROUTE = /\b[A-Z]+ \/public\/[\w{}/-]+/g;
const PATH = /\/public\b/g;

/** The surfaces. `foreignNames` finds the names in a sentence that callers of the surface do not know. */
const SURFACES: readonly {
  surface: string;
  say(refused: Refused): string;
  foreignNames(sentence: string): string[];
}[] = [
  {
    surface: 'MCP',
    say: mcpSentence,
    foreignNames: (sentence) => [
      ...matches(sentence, SNAKE_CASE).filter((name) => !KNOWN.has(name)),
      ...matches(sentence, CAMEL_CASE),
      ...matches(sentence, PATH),
    ],
  },
  {
    surface: 'REST',
    say: restSentence,
    foreignNames: (sentence) => [
      ...matches(sentence, SNAKE_CASE),
      ...matches(sentence, ROUTE).filter((route) => !ROUTES.has(route)),
    ],
  },
  {
    surface: 'the pages',
    say: webSentence,
    foreignNames: (sentence) => [
      ...matches(sentence, SNAKE_CASE),
      ...matches(sentence, CAMEL_CASE),
      ...matches(sentence, PATH),
    ],
  },
];

/**
 * Removes the values of the reason's example from the sentence. A value may look like the name of a tool or a field,
 * and only the names in the sentence itself are checked.
 */
const withoutParams = (sentence: string, params: object): string =>
  strings(params)
    .sort((one, other) => other.length - one.length)
    .reduce((rest, text) => rest.replaceAll(text, '…'), sentence);

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value].filter((text) => text.length > 2)
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

describe.each(SURFACES)(
  'every reason has a sentence on $surface with the names of that surface',
  ({ say, foreignNames }) => {
    it.each(Object.keys(REASONS) as Reason[])('%s', (reason) => {
      const params = REASONS[reason].example;
      const sentence = say({ reason, params, field: 'zip' });
      expect(sentence).toMatch(/\S/);
      expect(sentence).not.toMatch(/undefined|NaN|\[object/);
      expect(foreignNames(withoutParams(sentence, params))).toEqual([]);
    });
  },
);

/** Words that only assistants understand, because only they have a user, previews and the argument `confirm`. */
const FOR_ASSISTANTS = /\bthe user\b|\bconfirm|\bpreview/;

it.each((Object.keys(REASONS) as Reason[]).filter((reason) => REASON_TABLE[reason] !== 'elsewhere'))(
  'the REST sentence for %s mentions no user, confirm or preview',
  (reason) => {
    const refused = { reason, params: REASONS[reason].example, field: 'zip' };
    expect(restSentence(refused)).not.toMatch(FOR_ASSISTANTS);
  },
);

describe('a field has the name of its surface', () => {
  const refused = { reason: 'field_required', params: {}, field: 'orders[3].ship_to.external_order_id' };

  it.each([
    ['MCP', mcpSentence, 'orders[3].ship_to.external_order_id is required.'],
    ['REST', restSentence, 'orders[3].externalOrderId is required.'],
  ] as const)('%s', (_surface, say, sentence) => expect(say(refused)).toBe(sentence));
});

it('each reason is in one table only', () => {
  const tables = [
    commonReasons,
    authReasons,
    billingReasons,
    customersReasons,
    ordersReasons,
    pickupsReasons,
    shippingReasons,
  ];
  const names = tables.flatMap((table) => Object.keys(table));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

describe("the notices about an order's store", () => {
  const storeName = 'Mugs';
  it.each<[Reason, object, string]>([
    ['store_canceled', {}, 'This order was canceled in Mugs.'],
    [
      'store_write_unanswered',
      {},
      'Mugs did not answer, so it may not know of the last change of this order’s label. Notify the store again on the order’s page.',
    ],
    [
      'store_canceled_labelled',
      {},
      'This order was canceled in Mugs, but it has a label here. If the parcel must not be sent, void the label with cancel_shipping_label or cancel the order with cancel_order.',
    ],
    ['store_fulfilled', {}, 'This order was fulfilled in Mugs. No label was bought for it here.'],
    [
      'store_fulfilled_labelled',
      {},
      'Mugs shows this order as fulfilled, but it has a label here. Make sure that the order is not sent twice.',
    ],
    [
      'store_withholds',
      {},
      'Do not ship this order now. In Mugs it is on hold, not paid, not shippable, or assigned to another service.',
    ],
    [
      'store_changed_labelled',
      {},
      'This order was changed in Mugs after its label was bought or after it was sent. The change was not copied here.',
    ],
    [
      'store_changed_edited',
      { parts: ['goods', 'recipient'] },
      'Mugs changed items or amounts and the ship-to address after the order was edited here. The edit here was kept.',
    ],
  ])('%s %j', (reason, params, sentence) => {
    expect(mcpSentence({ reason, params: { storeName, ...params } })).toBe(sentence);
  });
});

describe('the refusals of the orders service over MCP', () => {
  const orderId = 1001;
  it.each<[Reason, object, string, string]>([
    [
      'field_negative',
      { got: -0.01 },
      'items[0].price_cents',
      'items[0].price must be 0 or more; it was -0.01.',
    ],
    [
      'field_outside',
      { min: 0, max: 10_000_000, got: -0.01 },
      'amounts.tax_cents',
      'tax must be from 0 to 10000000; it was -0.01.',
    ],
    [
      'order_labelled',
      { orderId },
      'order_id',
      'Order 1001 has a label and cannot be changed. Void the label with cancel_shipping_label first.',
    ],
    [
      'order_held_by_purchase',
      { orderId, act: 'change' },
      'order_id',
      'A label is being bought for order 1001. Check get_label in a moment, before you change it.',
    ],
    [
      'order_relabelled',
      { orderId },
      'order_id',
      'Order 1001 got another label meanwhile. Nothing was canceled. Call cancel_order again.',
    ],
    [
      'order_ended',
      { orderId, status: 'Merged', act: 'canceled' },
      'order_id',
      'Order 1001 was merged into another order and cannot be canceled. get_order shows its status.',
    ],
    [
      'return_step_refused',
      { orderId, act: 'request', statusLabel: 'Return received' },
      'order_id',
      'A return of order 1001 can be requested only while the order has the status Delivered; the status of the order is Return received.',
    ],
    [
      'customer_bounced',
      { customerId: 5001, status: '5.1.1' },
      'customer_id',
      'Mail to customer 5001 came back: the mailbox does not exist (5.1.1). Nothing was sent. Ask the user for another address. If this address works again, the owner can report that under Settings, Mail to customers.',
    ],
  ])('%s %j', (reason, params, field, sentence) => {
    expect(mcpSentence({ reason, params, field })).toBe(sentence);
  });

  it('every problem of a bulk call has its position', () => {
    const atPlace = (field: string, reason: Reason, params: object) => ({
      field,
      reason: 'at_place',
      params: { problem: { reason, params } },
    });
    const problems = [
      { field: 'orders[1].ship_to.zip', reason: 'field_required', params: {} },
      atPlace('orders[2]', 'order_needs_one_recipient', {}),
      atPlace('orders[3].customer_id', 'customer_not_found', { customerId: 5 }),
    ];
    expect(mcpSentence({ reason: 'problems', params: { problems } })).toBe(
      [
        'orders[1].ship_to.zip is required.',
        'orders[2]: Exactly one of customer_id or ship_to must be provided.',
        'orders[3].customer_id: Customer 5 was not found in this account.',
      ].join(' '),
    );
  });
});
