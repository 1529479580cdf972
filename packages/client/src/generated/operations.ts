// Made from the published document by `npm run client`. Do not edit; after a conflict run it again.

import { eachByCursor, eachByPage } from '../each-record';
import type { CallOptions, OperationRequest, WriteOptions } from '../request';
import { segment } from '../segment';
import type {
  AccountInput,
  AddressInput,
  CancelPickupResponseBody,
  CompleteReturnResponseBody,
  CreateAccountResponseBody,
  CreateAccountsResponseBody,
  CreateCustomerResponseBody,
  CreateOrderResponseBody,
  CreateOrdersResponseBody,
  CreateTokenResponseBody,
  Customer,
  CustomerChanges,
  CustomerInput,
  DeleteOrderResponseBody,
  DeleteWebhookResponseBody,
  GetBalanceResponseBody,
  GetChangelogResponseBody,
  GetCustomerResponseBody,
  GetOrderResponseBody,
  GetPickupResponseBody,
  GetTrackingResponseBody,
  GetWebhookResponseBody,
  ListCustomersResponseBody,
  ListOrdersResponseBody,
  ListPickupsResponseBody,
  ListWebhookDeliveriesResponseBody,
  MarkLabelsPrintedResponseBody,
  Order,
  OrderChanges,
  OrderInput,
  Pickup,
  PickupInput,
  PrintedLabelsInput,
  PurchaseLabelRequest,
  PurchaseLabelResponseBody,
  PurchaseReturnLabelRequest,
  PurchaseReturnLabelResponseBody,
  QuoteRequest,
  QuoteResponseBody,
  RateRequest,
  RateResponseBody,
  ReceiveReturnResponseBody,
  RefreshTokenResponseBody,
  RegisterWebhookResponseBody,
  ReplayWebhookDeliveryResponseBody,
  RequestReturnResponseBody,
  RotateWebhookSecretResponseBody,
  SchedulePickupResponseBody,
  ShippingInfoRequest,
  ShippingInfoResponseBody,
  TestWebhookResponseBody,
  TokenRequest,
  UpdateCustomerResponseBody,
  UpdateOrderResponseBody,
  ValidateAddressResponseBody,
  VoidLabelResponseBody,
  WebhookDelivery,
  WebhookInput,
  WithdrawReturnResponseBody,
} from './types';

export interface ListCustomersQuery {
  /** Only customers with exactly this e-mail address; upper and lower case make no difference. */
  email?: string | undefined;
  /** Number of the page. A value outside the limits is replaced by the nearest limit. */
  page?: number | undefined;
  /** Number of rows on a page. A value outside the limits is replaced by the nearest limit. */
  pageSize?: number | undefined;
}

export interface ListOrdersQuery {
  /** A value of orderStatus, or active for all orders except canceled and merged orders. The status names of the MCP tools are accepted, too. Upper and lower case make no difference. */
  status?:
    | 'active'
    | 'Missing Email'
    | 'Invoice draft'
    | 'Waiting for payment'
    | 'Requested Order'
    | 'Back Ordered'
    | 'Ready to ship'
    | 'Label Refunded'
    | 'Label Printed'
    | 'Waiting for pickup'
    | 'In transit'
    | 'Delivery failure'
    | 'Returned to sender'
    | 'Waiting for return'
    | 'Delivered'
    | 'Purchase return label'
    | 'Return label refunded'
    | 'Return in transit'
    | 'Return delivered'
    | 'Return received'
    | 'Return complete'
    | 'Refunded'
    | 'Merge in progress'
    | 'Merged'
    | 'Canceled'
    | undefined;
  /** Orders placed from this time on. Either a day in the shop's time zone as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on. Seconds, their fraction and the zone may be left out. A time without a zone is UTC. */
  from?: string | undefined;
  /** Orders placed until this time; a day is included. Either a day in the shop's time zone as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on. Seconds, their fraction and the zone may be left out. A time without a zone is UTC. */
  to?: string | undefined;
  /** Exactly this e-mail address of the recipient; upper and lower case make no difference. */
  email?: string | undefined;
  /** Exactly this invoice number. */
  invoiceNumber?: string | undefined;
  /** Exactly this external id. */
  externalOrderId?: string | undefined;
  /** Orders changed from this time on; the oldest change comes first. Send a time one minute before the newest updatedAt that you have: then no order is missed, and some orders come twice. Either a day in the shop's time zone as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on. Seconds, their fraction and the zone may be left out. A time without a zone is UTC. */
  updatedFrom?: string | undefined;
  /** Empty in the first request, then pagination.nextCursor. Not allowed together with a page after the first. */
  cursor?: string | undefined;
  /** Number of the page. A value outside the limits is replaced by the nearest limit. */
  page?: number | undefined;
  /** Number of rows on a page. A value outside the limits is replaced by the nearest limit. */
  pageSize?: number | undefined;
}

export interface ListPickupsQuery {
  /** Number of the page. A value outside the limits is replaced by the nearest limit. */
  page?: number | undefined;
  /** Number of rows on a page. A value outside the limits is replaced by the nearest limit. */
  pageSize?: number | undefined;
}

export interface ListWebhookDeliveriesQuery {
  /** The `nextCursor` of the previous page. If it is left out or empty, the answer is the first page. */
  cursor?: string | undefined;
  /** Number of rows on a page. A value outside the limits is replaced by the nearest limit. */
  pageSize?: number | undefined;
}

/** Every operation of the API under its operationId. */
export abstract class Operations {
  protected abstract send<Answer>(request: OperationRequest, options: CallOptions): Promise<Answer>;

  /**
   * Cancel a pickup.
   *
   * Cancels the pickup with the carrier. Its orders then wait for another pickup. If the pickup is already canceled, it is returned unchanged.
   */
  cancelPickup(id: number, options: WriteOptions = {}): Promise<CancelPickupResponseBody> {
    return this.send(
      { method: 'DELETE', path: `/public/pickup/${segment(id)}`, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Complete a return.
   *
   * Completes a received return, after you have settled it with the customer. Takes no body. A repeated request changes nothing.
   */
  completeReturn(id: number, options: WriteOptions = {}): Promise<CompleteReturnResponseBody> {
    return this.send(
      {
        method: 'POST',
        path: `/public/order/${segment(id)}/return/complete`,
        access: 'access token',
        takesKey: true,
      },
      options,
    );
  }

  /**
   * Create an account.
   *
   * For partners. The account starts with the trial plan and a sandbox ship-from address.
   */
  createAccount(body: AccountInput, options: WriteOptions = {}): Promise<CreateAccountResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/account', body, access: 'partner key', takesKey: true },
      options,
    );
  }

  /**
   * Create many accounts.
   *
   * For partners. Creates up to 50 accounts; a failure of one account does not stop the others. `result` has one entry for each account, in the same sequence.
   */
  createAccounts(body: Array<AccountInput>, options: WriteOptions = {}): Promise<CreateAccountsResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/accounts', body, access: 'partner key', takesKey: true },
      options,
    );
  }

  /**
   * Create a customer.
   *
   * Only the e-mail address is required. Later orders with this address are linked to the customer.
   */
  createCustomer(body: CustomerInput, options: WriteOptions = {}): Promise<CreateCustomerResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/customer', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Create an order.
   *
   * Creates an order that is ready to ship. If an active order (not canceled or merged) already has the externalOrderId, no order is created, and the answer is 200 with the existing order.
   */
  createOrder(body: OrderInput, options: WriteOptions = {}): Promise<CreateOrderResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/order', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Create many orders.
   *
   * Creates up to 100 orders. All orders are checked first: if one of them breaks a rule, none is created, and every problem is listed with its place, such as orders[3].zip. The results are in the same sequence as the orders of the request.
   */
  createOrders(body: Array<OrderInput>, options: WriteOptions = {}): Promise<CreateOrdersResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/orders', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Get the access token.
   *
   * Returns the access token of the account. It stays the same while it is valid, and /mcp accepts it, too.
   */
  createToken(body: TokenRequest, options: CallOptions = {}): Promise<CreateTokenResponseBody> {
    return this.send({ method: 'POST', path: '/public/token', body, access: 'none' }, options);
  }

  /**
   * Delete an order.
   *
   * Cancels the order and voids its label, if it has one. If the carrier does not void the label, the order is still canceled: the answer is 200, `labelVoided` is false, and `note` gives the reason. An order that has shipped is refused.
   */
  deleteOrder(id: number, options: WriteOptions = {}): Promise<DeleteOrderResponseBody> {
    return this.send(
      { method: 'DELETE', path: `/public/order/${segment(id)}`, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Remove the webhook.
   *
   * Removes the URL, so that no more events are sent. The signing secret is kept for the next registration.
   */
  deleteWebhook(options: WriteOptions = {}): Promise<DeleteWebhookResponseBody> {
    return this.send(
      { method: 'DELETE', path: '/public/webhook', access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Get the postage balance.
   *
   * Returns the balance, its automatic recharge, pending refunds, and the owner’s spending limits for the access token.
   */
  getBalance(options: CallOptions = {}): Promise<GetBalanceResponseBody> {
    return this.send({ method: 'GET', path: '/public/balance', access: 'access token' }, options);
  }

  /**
   * List the changes of the API.
   *
   * Returns all changes of the API, newest first. /public/docs/changelog shows them with the rules of versioning. Send the ETag of the last answer as If-None-Match; the answer 304 means that nothing is new.
   */
  getChangelog(options: CallOptions = {}): Promise<GetChangelogResponseBody> {
    return this.send({ method: 'GET', path: '/public/changelog', access: 'none' }, options);
  }

  /**
   * Get a customer.
   *
   * Returns one customer of the address book. Lists of customers and orders contain the id.
   */
  getCustomer(id: number, options: CallOptions = {}): Promise<GetCustomerResponseBody> {
    return this.send(
      { method: 'GET', path: `/public/customer/${segment(id)}`, access: 'access token' },
      options,
    );
  }

  /**
   * Get an order.
   *
   * The order with its shipment; trackingNumber is null until a label is purchased.
   */
  getOrder(id: number, options: CallOptions = {}): Promise<GetOrderResponseBody> {
    return this.send(
      { method: 'GET', path: `/public/order/${segment(id)}`, access: 'access token' },
      options,
    );
  }

  /**
   * Get a pickup.
   *
   * Returns one pickup with its orders.
   */
  getPickup(id: number, options: CallOptions = {}): Promise<GetPickupResponseBody> {
    return this.send(
      { method: 'GET', path: `/public/pickup/${segment(id)}`, access: 'access token' },
      options,
    );
  }

  /**
   * Track an order.
   *
   * Returns the tracking that is stored; the carrier is not asked. Before a label is purchased, the fields of the parcel are null.
   */
  getTracking(id: number, options: CallOptions = {}): Promise<GetTrackingResponseBody> {
    return this.send(
      { method: 'GET', path: `/public/order/${segment(id)}/tracking`, access: 'access token' },
      options,
    );
  }

  /**
   * Get the webhook.
   *
   * Returns the URL that gets events, and the secret that signs them. If a URL is registered without a secret, a secret is created. If no URL is registered, `url` is null.
   */
  getWebhook(options: CallOptions = {}): Promise<GetWebhookResponseBody> {
    return this.send({ method: 'GET', path: '/public/webhook', access: 'access token' }, options);
  }

  /**
   * List customers.
   *
   * Returns the address book by name, A to Z.
   */
  listCustomers(
    query: ListCustomersQuery = {},
    options: CallOptions = {},
  ): Promise<ListCustomersResponseBody> {
    return this.send(
      { method: 'GET', path: '/public/customers', query: { ...query }, access: 'access token' },
      options,
    );
  }

  /** Goes through every record of `listCustomers`, fetching as it goes; `break` ends it. */
  eachCustomer(
    query: Omit<ListCustomersQuery, 'page'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Customer, void, undefined> {
    return eachByPage((page) => this.listCustomers({ pageSize: 100, ...query, page }, options));
  }

  /**
   * List orders.
   *
   * Returns whole orders, newest first; without filters, all orders of the account. With `page`, the answer has the number of orders. To read all orders, or all changes since your last request, use `cursor`: send an empty cursor first, then `pagination.nextCursor` until it is null, and keep the other filters. Orders that are written in the meantime do not move other orders to another page.
   */
  listOrders(query: ListOrdersQuery = {}, options: CallOptions = {}): Promise<ListOrdersResponseBody> {
    return this.send(
      { method: 'GET', path: '/public/orders', query: { ...query }, access: 'access token' },
      options,
    );
  }

  /** Goes through every record of `listOrders`, fetching as it goes; `break` ends it. */
  eachOrder(
    query: Omit<ListOrdersQuery, 'cursor' | 'page'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Order, void, undefined> {
    return eachByCursor((cursor) => this.listOrders({ pageSize: 100, ...query, cursor }, options));
  }

  /**
   * List pickups.
   *
   * Returns all pickups, newest first.
   */
  listPickups(query: ListPickupsQuery = {}, options: CallOptions = {}): Promise<ListPickupsResponseBody> {
    return this.send(
      { method: 'GET', path: '/public/pickups', query: { ...query }, access: 'access token' },
      options,
    );
  }

  /** Goes through every record of `listPickups`, fetching as it goes; `break` ends it. */
  eachPickup(
    query: Omit<ListPickupsQuery, 'page'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Pickup, void, undefined> {
    return eachByPage((page) => this.listPickups({ pageSize: 100, ...query, page }, options));
  }

  /**
   * List deliveries.
   *
   * Returns the deliveries to the webhook with their results, including tests, newest first. They are kept for 400 days. New deliveries do not move other deliveries to another page.
   */
  listWebhookDeliveries(
    query: ListWebhookDeliveriesQuery = {},
    options: CallOptions = {},
  ): Promise<ListWebhookDeliveriesResponseBody> {
    return this.send(
      { method: 'GET', path: '/public/webhook/deliveries', query: { ...query }, access: 'access token' },
      options,
    );
  }

  /** Goes through every record of `listWebhookDeliveries`, fetching as it goes; `break` ends it. */
  eachWebhookDelivery(
    query: Omit<ListWebhookDeliveriesQuery, 'cursor'> = {},
    options: CallOptions = {},
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    return eachByCursor((cursor) => this.listWebhookDeliveries({ pageSize: 100, ...query, cursor }, options));
  }

  /**
   * Mark labels as printed.
   *
   * Marks the labels of the orders as printed. The orders then wait for a pickup, and their customers get the tracking by e-mail if this is on for the account. An order that has no label, was marked before or has a later status is skipped, with the reason.
   */
  markLabelsPrinted(
    body: PrintedLabelsInput,
    options: WriteOptions = {},
  ): Promise<MarkLabelsPrintedResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/mark-labels-printed', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Purchase a label.
   *
   * Buys the label of a rated order at the price in rateId and charges the postage balance. If the order already has a label, that label is returned and nothing is charged.
   */
  purchaseLabel(body: PurchaseLabelRequest, options: WriteOptions = {}): Promise<PurchaseLabelResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/purchase-label', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Purchase the label of a return.
   *
   * Buys the label from the customer back to the ship-from address at the current price and charges the postage balance. If the return already has a label, that label is returned and nothing is charged. Both addresses must be in the US. Returns are not insured.
   */
  purchaseReturnLabel(
    id: number,
    body: PurchaseReturnLabelRequest,
    options: WriteOptions = {},
  ): Promise<PurchaseReturnLabelResponseBody> {
    return this.send(
      {
        method: 'POST',
        path: `/public/order/${segment(id)}/return/label`,
        body,
        access: 'access token',
        takesKey: true,
      },
      options,
    );
  }

  /**
   * Quote shipping without an order.
   *
   * Returns the prices of each carrier, cheapest first. Nothing is saved, and no label can be bought with these prices.
   */
  quote(body: QuoteRequest, options: WriteOptions = {}): Promise<QuoteResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/quote', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Rate a shipment.
   *
   * Returns the cheapest rate from one address to another, without an order. Field names are PascalCase. Nothing is saved, and no label can be bought with this rate.
   */
  rate(body: RateRequest, options: WriteOptions = {}): Promise<RateResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/rate', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Mark a return as received.
   *
   * Marks the parcel as back, even if no carrier scanned it. Takes no body. A repeated request changes nothing.
   */
  receiveReturn(id: number, options: WriteOptions = {}): Promise<ReceiveReturnResponseBody> {
    return this.send(
      {
        method: 'POST',
        path: `/public/order/${segment(id)}/return/received`,
        access: 'access token',
        takesKey: true,
      },
      options,
    );
  }

  /**
   * Replace the access token.
   *
   * Creates a new token. The token of this request becomes invalid immediately, here and for /mcp.
   */
  refreshToken(options: WriteOptions = {}): Promise<RefreshTokenResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/token/refresh', access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Register the webhook.
   *
   * An account has one URL; a new URL replaces it. The signing secret stays the same, even if the webhook was removed before.
   */
  registerWebhook(body: WebhookInput, options: WriteOptions = {}): Promise<RegisterWebhookResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/webhook', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Send a delivery again.
   *
   * Sends the same event with the same bytes to the URL that is registered now. A delivery that has ended gets all its attempts again. A delivery that waits for its next attempt is sent immediately.
   */
  replayWebhookDelivery(id: number, options: WriteOptions = {}): Promise<ReplayWebhookDeliveryResponseBody> {
    return this.send(
      {
        method: 'POST',
        path: `/public/webhook/deliveries/${segment(id)}/replay`,
        access: 'access token',
        takesKey: true,
      },
      options,
    );
  }

  /**
   * Request the return of an order.
   *
   * Requests the return of a delivered order, which then waits for its return label. Takes no body. A repeated request changes nothing.
   */
  requestReturn(id: number, options: WriteOptions = {}): Promise<RequestReturnResponseBody> {
    return this.send(
      { method: 'POST', path: `/public/order/${segment(id)}/return`, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Rotate the signing secret.
   *
   * Creates a new signing secret. For 24 hours, every delivery is signed with the new and the previous secret, `X-Ship-Signature: v1=<new>,v1=<old>`, so that receivers can change the secret without losing an event. After a second rotation within 24 hours, deliveries are signed only with the two newest secrets. Send an Idempotency-Key, so that a repeated request does not rotate the secret again.
   */
  rotateWebhookSecret(options: WriteOptions = {}): Promise<RotateWebhookSecretResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/webhook/rotate-secret', access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Book a pickup.
   *
   * Books a free carrier pickup for the orders whose labels are marked as printed (`POST /public/mark-labels-printed`). An account has one pickup for each carrier and day. If this pickup exists already, newly printed labels are added to it while the carrier allows this, and the answer is 200 with the pickup. `note` says what was done.
   */
  schedulePickup(body: PickupInput, options: WriteOptions = {}): Promise<SchedulePickupResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/pickups', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Get the rates of an order.
   *
   * Returns the rates, cheapest first, and saves the parcel and the address check on the order. For POST /public/purchase-label, keep packageId, and rateId, method and serviceLevel of the chosen rate; they are valid for 24 hours.
   */
  shippingInfo(body: ShippingInfoRequest, options: WriteOptions = {}): Promise<ShippingInfoResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/shipping-info', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Send a test event.
   *
   * Sends a signed event with sample data, `EventType` `test`, `Id` 0 and its own `EventId`, and waits up to 15 seconds for the answer of the URL. Returns the delivery: `delivered`, or `failed` with `responseCode` and `lastError`. Only one attempt is made. An account may send 60 tests an hour.
   */
  testWebhook(options: WriteOptions = {}): Promise<TestWebhookResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/webhook/test', access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Update a customer.
   *
   * Changes only the given fields; an empty text or null empties the field. The stored `state` may always be sent back, even if it breaks a rule.
   */
  updateCustomer(
    id: number,
    body: CustomerChanges,
    options: WriteOptions = {},
  ): Promise<UpdateCustomerResponseBody> {
    return this.send(
      {
        method: 'PUT',
        path: `/public/customer/${segment(id)}`,
        body,
        access: 'access token',
        takesKey: true,
      },
      options,
    );
  }

  /**
   * Edit an order.
   *
   * Changes only the given fields: for example, new items do not change the amounts. The given items replace all lines. An empty text or null empties a field that may be empty. An order that has a label, has shipped or was canceled is refused.
   */
  updateOrder(id: number, body: OrderChanges, options: WriteOptions = {}): Promise<UpdateOrderResponseBody> {
    return this.send(
      { method: 'PUT', path: `/public/order/${segment(id)}`, body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Check a US address.
   *
   * Returns the address in the postal standard form and saves nothing. An address with problems is not a failure: the answer is 200, and `messages` lists the problems.
   */
  validateAddress(body: AddressInput, options: WriteOptions = {}): Promise<ValidateAddressResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/validate-address', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Void the label of an order.
   *
   * Asks the carrier to void the label. When the carrier accepts, the order is ready to ship again, and postage and insurance are refunded to the balance. Until then, `voidPending` is true, and a repeated request gets the same answer. Takes no body.
   */
  voidLabel(id: number, options: WriteOptions = {}): Promise<VoidLabelResponseBody> {
    return this.send(
      {
        method: 'POST',
        path: `/public/order/${segment(id)}/void-label`,
        access: 'access token',
        takesKey: true,
      },
      options,
    );
  }

  /**
   * Withdraw a return.
   *
   * Voids the return label of an order that waits for its return. When the carrier accepts the void, the status is Return label refunded, and another label may be bought. If there is no return label, the return itself is withdrawn, and the order is delivered again.
   */
  withdrawReturn(id: number, options: WriteOptions = {}): Promise<WithdrawReturnResponseBody> {
    return this.send(
      {
        method: 'DELETE',
        path: `/public/order/${segment(id)}/return`,
        access: 'access token',
        takesKey: true,
      },
      options,
    );
  }
}
