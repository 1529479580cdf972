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
  /** Only the customers with exactly this e-mail, in any case. */
  email?: string | undefined;
  /** Page. A number out of bounds counts as the nearest one within. */
  page?: number | undefined;
  /** Rows a page. A number out of bounds counts as the nearest one within. */
  pageSize?: number | undefined;
}

export interface ListOrdersQuery {
  /** A status as orderStatus shows it, or active for all but canceled and merged orders. Status names of the MCP tools are taken, too, and upper and lower case are alike. */
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
  /** Ordered from then on. YYYY-MM-DD, a day of the shop's time zone, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on; seconds, their fraction and the zone may be left out, and a time without a zone is UTC. */
  from?: string | undefined;
  /** Ordered until then; a day is included. YYYY-MM-DD, a day of the shop's time zone, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on; seconds, their fraction and the zone may be left out, and a time without a zone is UTC. */
  to?: string | undefined;
  /** Exactly this e-mail of the recipient, in any case. */
  email?: string | undefined;
  /** Exactly this number. */
  invoiceNumber?: string | undefined;
  /** Exactly this id. */
  externalOrderId?: string | undefined;
  /** Changed then or later; the order whose last change is the oldest comes first. Begin a minute before the newest updatedAt that you have: an order may come twice, and none is missed. YYYY-MM-DD, a day of the shop's time zone, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on; seconds, their fraction and the zone may be left out, and a time without a zone is UTC. */
  updatedFrom?: string | undefined;
  /** Empty to begin a walk, then pagination.nextCursor. Not together with a page after the first. */
  cursor?: string | undefined;
  /** Page. A number out of bounds counts as the nearest one within. */
  page?: number | undefined;
  /** Rows a page. A number out of bounds counts as the nearest one within. */
  pageSize?: number | undefined;
}

export interface ListPickupsQuery {
  /** Page. A number out of bounds counts as the nearest one within. */
  page?: number | undefined;
  /** Rows a page. A number out of bounds counts as the nearest one within. */
  pageSize?: number | undefined;
}

export interface ListWebhookDeliveriesQuery {
  /** The `nextCursor` of the page before; without it, or empty, the newest rows. */
  cursor?: string | undefined;
  /** Rows a page. A number out of bounds counts as the nearest one within. */
  pageSize?: number | undefined;
}

/** Every operation of the API under its operationId. */
export abstract class Operations {
  protected abstract send<Answer>(request: OperationRequest, options: CallOptions): Promise<Answer>;

  /**
   * Cancel a pickup.
   *
   * Tells the carrier; the orders wait for another pickup. One that is canceled already is answered as it is.
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
   * A received return is settled with the customer. Takes no body; repeating it changes nothing.
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
   * For partners: up to 50 accounts, each by itself; result says what became of each, in their order.
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
   * Orders find the customer by its e-mail from then on; only the e-mail is required.
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
   * The order is ready to ship. 200 answers the live order that already carries the externalOrderId; none is created then.
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
   * Up to 100 orders. All are checked first: one that breaks a rule saves none, and every problem is named by its place, such as orders[3].zip. The result stands in the order of the request.
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
   * The same token while it is valid; it works here and for /mcp.
   */
  createToken(body: TokenRequest, options: CallOptions = {}): Promise<CreateTokenResponseBody> {
    return this.send({ method: 'POST', path: '/public/token', body, access: 'none' }, options);
  }

  /**
   * Delete an order.
   *
   * Cancels the order and voids its label, if it has one. A label that the carrier will not void leaves the order canceled: 200 with `labelVoided` false, and `note` says why. An order that has shipped is refused.
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
   * Nothing is sent any more. The signing secret is kept for the next registration.
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
   * With how it is recharged, refunds that are still to come, and the limits that the owner has set for the access token.
   */
  getBalance(options: CallOptions = {}): Promise<GetBalanceResponseBody> {
    return this.send({ method: 'GET', path: '/public/balance', access: 'access token' }, options);
  }

  /**
   * What changed in the API.
   *
   * Every change of this API, newest first; /public/docs/changelog shows the same with the rules of versioning. Send the ETag of the last answer as If-None-Match to learn whether anything is new.
   */
  getChangelog(options: CallOptions = {}): Promise<GetChangelogResponseBody> {
    return this.send({ method: 'GET', path: '/public/changelog', access: 'none' }, options);
  }

  /**
   * Get a customer.
   *
   * Its record of the address book; ids come from a list or an order.
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
   * With its orders.
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
   * The latest tracking that is known here; no carrier is asked. Without a label, all of it is null.
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
   * Where events go, and the secret that signs them. A URL without a secret yet is given one; without a URL, `url` is null.
   */
  getWebhook(options: CallOptions = {}): Promise<GetWebhookResponseBody> {
    return this.send({ method: 'GET', path: '/public/webhook', access: 'access token' }, options);
  }

  /**
   * List customers.
   *
   * The address book by name, A to Z.
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
   * Whole orders, newest first; without filters every order of the account. By `page` it tells how many there are. To read all of them, or what changed since you last looked, walk with `cursor`: begin with an empty one, go on with `pagination.nextCursor` until it is null, and keep the other filters. Orders that are written meanwhile shift nothing.
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
   * Newest first.
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
   * What was sent to the webhook and what became of it, newest first, tests among them; rows are kept for 400 days. Rows that come meanwhile shift no page.
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
   * The orders wait for a pickup from then on, and their customers get the tracking by e-mail if the account has that on. An order without a label, marked before, or past printing is skipped with its reason.
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
   * Buys the label of a rated order at the price sealed in rateId and charges the postage balance. An order that has a label answers that label and charges nothing.
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
   * Buys the label from the customer back to the ship-from address and charges the postage balance: the cheapest service, or the one named, at the price of the moment. A return that has its label answers that label and charges nothing. Addresses in the US only; returns are not insured.
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
   * What each carrier asks, cheapest price first. Nothing is saved, and nothing can be bought from it.
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
   * The cheapest rate from one address to another, without an order; names are PascalCase. Nothing is saved, and nothing can be bought from it.
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
   * The parcel is back, also where no carrier scanned it. Takes no body; repeating it changes nothing.
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
   * The token of this request is dead at once, here and for /mcp.
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
   * An account has one URL; registering another replaces it. The signing secret stays the same, also after a removal.
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
   * The same event with the same bytes, to the URL that is registered now. A delivery that had ended starts over with all its attempts; one that waits for its next attempt makes it at once.
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
   * Ask for the return of an order.
   *
   * A delivered order waits for its return label from then on. Takes no body; repeating it changes nothing.
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
   * Makes another signing secret. For 24 hours every delivery is signed with both, `X-Ship-Signature: v1=<new>,v1=<old>`, so that receivers can change over without missing an event. Rotated again within that time, the newest secret and the one before it sign, and no third. Send an Idempotency-Key, so that repeating a request does not rotate once more.
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
   * Books a free carrier pickup of the orders whose labels are marked printed (`POST /public/mark-labels-printed`). An account has one pickup for a carrier and a day: where there is one, newly printed labels join it while the carrier allows it, and 200 answers it; `note` says what was done.
   */
  schedulePickup(body: PickupInput, options: WriteOptions = {}): Promise<SchedulePickupResponseBody> {
    return this.send(
      { method: 'POST', path: '/public/pickups', body, access: 'access token', takesKey: true },
      options,
    );
  }

  /**
   * Rates of an order.
   *
   * Cheapest first. Saves the parcel and the address check on the order. Keep packageId and, of one rate, rateId, method and serviceLevel for POST /public/purchase-label; they hold for 24 hours.
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
   * Sends an event of sample data, with `EventType` `test`, `Id` 0 and an `EventId` of its own, signed like every other, and waits up to 15 seconds for what the URL answers. The answer is the delivery: `delivered`, or `failed` with `responseCode` and `lastError`. One attempt is made; an account has 60 tests an hour.
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
   * Only the fields that are supplied change; an empty text or null empties its field. A state that the customer has already may be sent back, whatever its form.
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
   * Only the fields that are supplied change, so amounts do not follow new items; items replace all lines. An empty text or null empties a field that may be empty. An order with a label, or one that has shipped or was canceled, is refused.
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
   * Writes it in the postal standard form and saves nothing. A finding is an answer, not a failure.
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
   * The order stays and is ready to ship again. Postage and insurance go back to the balance once the carrier accepts; until then `voidPending` is true, and a repetition answers the same again. Takes no body.
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
   * Voids the return label of an order that waits for its return: the order is at Return label refunded once the carrier accepts, and another label may be bought. Without a live label the return itself is withdrawn, and the order is delivered again.
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
