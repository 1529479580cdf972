// Made from the published document by `npm run client`. Do not edit; after a conflict run it again.

export interface AccessToken {
  accessToken: string;
  /** Until when the token is valid. */
  expiresAt: string;
}

export interface Account {
  accountId: number;
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  accessToken: string;
  /** Until when the token is valid. */
  expiresAt: string;
}

export interface AccountInput {
  /** E-mail address with which the owner signs in. */
  email: string;
  /** Password, 8 to 200 characters. */
  password: string;
  /** First name of the owner. */
  firstName?: string | undefined;
  /** Last name of the owner. */
  lastName?: string | undefined;
  /** Company. */
  company?: string | undefined;
}

export interface AccountOutcome {
  success: boolean;
  result?: Account | undefined;
  error?: string | undefined;
  fields?: Array<ProblemField> | undefined;
}

export interface AddressCheck {
  status: string;
  messages: Array<AddressMessage>;
}

export interface AddressInput {
  /** Street and number. */
  address1: string;
  /** Apartment, suite, floor. */
  address2?: string | undefined;
  /** City. Required together with state if zip is left out. */
  city?: string | undefined;
  /** State code, such as TX. Required together with city if zip is left out. */
  state?: string | undefined;
  /** ZIP, as text. Required unless city and state are given. */
  zip?: string | undefined;
}

export interface AddressMessage {
  code: string;
  field: string | null;
  message: string;
  suggestion: string | null;
}

export interface AddressValidation {
  /** verified (a carrier or a seller compared street and house number), plausible (only ZIP, city and state were compared), corrected, warning or error. */
  status: string;
  originalAddress: PostalAddress;
  /** The address in the postal standard form; null if it was not found. Its zip is null if several ZIPs are possible. */
  matchedAddress: PostalAddress | null;
  /** Fields of matchedAddress that differ from originalAddress. */
  changedFields: Array<string>;
  /** residential, commercial or unknown. */
  addressType: string;
  messages: Array<AddressMessage>;
}

export interface ApiChange {
  /** Day of the release, UTC. */
  date: string;
  /** added, changed, fixed, deprecated or removed; more kinds may follow. */
  kind: string;
  /** What changed, and what it means for a client. */
  description: string;
}

export interface Balance {
  /** Amount that can be spent now. It may be below 0 after a dispute or a carrier’s adjustment of postage. */
  balance: number;
  currency: string;
  /** Amount charged to the payment method when the balance does not cover a label. 0.01 means pay as you go; 0 means off. */
  autoRechargeAmount: number;
  autoRechargeEnabled: boolean;
  pendingRefunds: PendingRefunds;
  lastRecharge: LastRecharge | null;
  spendingLimits: SpendingLimits;
}

export interface BoxInformation {
  /** Weight in ounces. */
  Weight: number;
  /** Length in inches. */
  Length: number;
  /** Height in inches. */
  Height: number;
  /** Width in inches. */
  Width: number;
  PackageType: 'Box' | 'Softpack';
}

export interface CancelPickupResponseBody {
  result: Pickup;
}

export interface CarrierQuote {
  carrier: string;
  /** One price for each service level. */
  prices: Array<Price>;
}

export interface Charge {
  type: string;
  name: string;
  amount: number;
}

export interface CompleteReturnResponseBody {
  result: ReturnedOrder;
}

export interface CreateAccountResponseBody {
  result: Account;
}

export interface CreateAccountsResponseBody {
  result: Array<AccountOutcome>;
}

export interface CreateCustomerResponseBody {
  result: Customer;
}

export interface CreateOrderResponseBody {
  result: Order;
  /** false if an existing order was found by externalOrderId. */
  created: boolean;
}

export interface CreateOrdersResponseBody {
  result: Array<Order>;
  /** One value for each order of the request; false if the order existed before. */
  created: Array<boolean>;
}

export interface CreateTokenResponseBody {
  result: AccessToken;
}

/** A record of the address book. Texts without a value are empty. */
export interface Customer {
  id: number;
  firstName: string;
  lastName: string;
  company: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  address3: string;
  city: string;
  state: string;
  zip: string;
  country: string;
}

export interface CustomerChanges {
  /** The stored e-mail address, or the first address of a customer without one. Any other address is refused. */
  email?: string | undefined;
  /** First name. */
  firstName?: string | undefined;
  /** Last name. */
  lastName?: string | undefined;
  /** Company. */
  company?: string | undefined;
  /** Phone number. */
  phone?: string | undefined;
  /** Street and number. */
  address1?: string | undefined;
  /** Second address line. */
  address2?: string | undefined;
  /** Third address line. */
  address3?: string | undefined;
  /** City. */
  city?: string | undefined;
  /** Two-letter state code in the US; any text in other countries. */
  state?: string | undefined;
  /** Postal code, as text. */
  zip?: string | undefined;
  /** Two-letter country code; unchanged if left out. */
  country?: string | undefined;
}

export interface CustomerInput {
  /** E-mail address by which orders find the customer. It cannot be changed. */
  email: string;
  /** First name. */
  firstName?: string | undefined;
  /** Last name. */
  lastName?: string | undefined;
  /** Company. */
  company?: string | undefined;
  /** Phone number. */
  phone?: string | undefined;
  /** Street and number. */
  address1?: string | undefined;
  /** Second address line. */
  address2?: string | undefined;
  /** Third address line. */
  address3?: string | undefined;
  /** City. */
  city?: string | undefined;
  /** Two-letter state code in the US; any text in other countries. */
  state?: string | undefined;
  /** Postal code, as text. */
  zip?: string | undefined;
  /** Two-letter country code; US if left out. */
  country?: string | undefined;
}

export interface CustomerPagination {
  currentPage: number;
  pageSize: number;
  totalCustomers: number;
  totalPages: number;
}

export interface DeleteOrderResponseBody {
  result: DeletedOrder;
}

export type DeleteWebhookResponseBody = object;

export interface DeletedOrder {
  id: number;
  orderStatus: string;
  /** Whether the label was voided by this request or an earlier one; false if the order has no label. */
  labelVoided: boolean;
  /** none, pending or refunded. */
  refundStatus: string;
  /** Amount that is or will be refunded to the postage balance. */
  refundAmount: number;
  /** What happened to the label and its price. */
  note: string;
}

export interface DeliveryPagination {
  pageSize: number;
  /** null on the last page. */
  nextCursor: string | null;
}

/**
 * The code of the failure, for programs. The list is closed.
 * - invalid_input (400): The request is invalid. If fields are invalid, `fields` lists them.
 * - missing_bearer_token (401): The header Authorization contains no access token.
 * - invalid_token (401): The access token is unknown or was replaced, or it belongs to a connected app.
 * - expired_token (401): The access token has expired; get a new one.
 * - unauthorized (401): The e-mail address or the password is wrong.
 * - insufficient_balance (402): The postage balance does not cover the charge.
 * - payment_declined (402): The payment method refused the recharge.
 * - partner_key_required (403): The request has no valid partner key.
 * - plan_feature_missing (403): The plan does not include the feature.
 * - limit_reached (403): A limit of the plan or a spending limit of the owner is reached.
 * - approval_needed (403): The owner must first approve the purchase at `approvalUrl`.
 * - approval_denied (403): The owner denied the purchase.
 * - forbidden (403): The account is not allowed to do this.
 * - not_found (404): The account has no such record, or the path does not exist.
 * - method_not_allowed (405): The path does not support this method; the header Allow lists the methods that it supports.
 * - customer_exists (409): A customer with this e-mail address exists already; `customerId` is the id of this customer.
 * - account_exists (409): An account with this e-mail address exists already.
 * - invoice_number_taken (409): An active order (not canceled or merged) already has this invoice number.
 * - external_order_id_taken (409): An active order (not canceled or merged) has this externalOrderId but another invoiceNumber, or two orders of the request have this externalOrderId.
 * - wrong_state (409): The state of the record does not allow the request.
 * - rate_outdated (409): The rate is no longer valid for the order; get new rates.
 * - max_cost_exceeded (409): The postage is above `maxCost`; nothing was charged.
 * - max_charge_exceeded (409): The total charge is above `maxCharge`; nothing was charged.
 * - conflict_retry (409): Another request is changing the same record; repeat the request.
 * - idempotency_key_reused (409): The Idempotency-Key was used for another request.
 * - payload_too_large (413): The body is larger than 1 MiB.
 * - unsupported_media_type (415): The body is not JSON, or it is compressed.
 * - carrier_refused (422): The carrier refused, or no carrier offers a rate; `error` gives the reason.
 * - rate_limited (429): Too many requests; repeat the request after Retry-After seconds.
 * - internal_error (500): An error on our side; `error` contains its reference.
 * - outcome_unknown (503): The request may have been carried out. Repeat it with the same Idempotency-Key, or check the result before you send it with a new key.
 * - unavailable (503): The service is not available now. Repeat the request after Retry-After seconds; repeat a write with the same Idempotency-Key.
 */
export type ErrorCode =
  | 'invalid_input'
  | 'missing_bearer_token'
  | 'invalid_token'
  | 'expired_token'
  | 'unauthorized'
  | 'insufficient_balance'
  | 'payment_declined'
  | 'partner_key_required'
  | 'plan_feature_missing'
  | 'limit_reached'
  | 'approval_needed'
  | 'approval_denied'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'customer_exists'
  | 'account_exists'
  | 'invoice_number_taken'
  | 'external_order_id_taken'
  | 'wrong_state'
  | 'rate_outdated'
  | 'max_cost_exceeded'
  | 'max_charge_exceeded'
  | 'conflict_retry'
  | 'idempotency_key_reused'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'carrier_refused'
  | 'rate_limited'
  | 'internal_error'
  | 'outcome_unknown'
  | 'unavailable';

export interface GetBalanceResponseBody {
  result: Balance;
}

export interface GetChangelogResponseBody {
  result: Array<ApiChange>;
}

export interface GetCustomerResponseBody {
  result: Customer;
}

export interface GetOrderResponseBody {
  result: Order;
}

export interface GetPickupResponseBody {
  result: PickupDetails;
}

export interface GetTrackingResponseBody {
  result: Tracking;
}

export interface GetWebhookResponseBody {
  result: Webhook;
}

export interface LastRecharge {
  amount: number;
  /** When the payment method was charged. */
  at: string;
}

export interface ListCustomersResponseBody {
  result: Array<Customer>;
  pagination: CustomerPagination;
}

export interface ListOrdersResponseBody {
  result: Array<Order>;
  pagination: OrderPagination;
}

export interface ListPickupsResponseBody {
  result: Array<Pickup>;
  pagination: PickupPagination;
}

export interface ListWebhookDeliveriesResponseBody {
  result: Array<WebhookDelivery>;
  pagination: DeliveryPagination;
}

export interface MarkLabelsPrintedResponseBody {
  result: MarkedLabels;
}

export interface MarkedLabels {
  /** Ids of the orders that this request marked. */
  marked: Array<number>;
  /** Number of customers who get an e-mail. */
  emailsQueued: number;
  skipped: Array<SkippedLabel>;
}

export interface Measures {
  /** Ounces. */
  weight: number | null;
  /** Inches. */
  length: number | null;
  width: number | null;
  height: number | null;
}

/** An order. Texts without a value are empty. */
export interface Order {
  id: number;
  customerId: number;
  invoiceNumber: string;
  externalOrderId: string | null;
  /** A notice about the order in its store, for example that the order was fulfilled, canceled or changed there. null if there is none. */
  storeNotice: string | null;
  storeFulfillment: StoreFulfillment | null;
  /** Number of the order in its store, such as #1001. */
  externalOrderNumber: string | null;
  orderNumber: string;
  /** More values may be added; accept unknown values. */
  orderStatus: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  address1: string;
  address2: string;
  address3: string;
  city: string;
  state: string;
  zip: string;
  country: string;
  total: number;
  salesTax: number;
  handling: number;
  subtotal: number;
  shipping: number;
  /** Ounces. */
  weight: number | null;
  discount: number;
  /** Inches. */
  length: number | null;
  width: number | null;
  height: number | null;
  orderNote: string;
  /** When the order was placed, in UTC. */
  dateTime: string;
  updatedAt: string | null;
  /** true while the carrier has not answered the void of the order’s label or return label. Do not use that label. */
  voidPending: boolean;
  shipment: Shipment;
  /** Absent if no carrier changed the postage of a label. */
  adjustments?: Array<PostageAdjustment> | undefined;
  items: Array<OrderItem>;
}

export interface OrderChanges {
  /** Your number of the order. No other active order (not canceled or merged) of the account may have it. */
  invoiceNumber?: string | undefined;
  /** First name of the recipient. */
  firstName?: string | undefined;
  /** Last name of the recipient. */
  lastName?: string | undefined;
  /** E-mail address of the recipient. The order stays linked to its customer. If the text is not an e-mail address, no mail is sent to it. */
  email?: string | undefined;
  /** Phone number of the recipient. */
  phone?: string | undefined;
  /** Street and number. */
  address1?: string | undefined;
  /** Apartment, suite, floor. */
  address2?: string | undefined;
  /** Third address line. */
  address3?: string | undefined;
  /** City. */
  city?: string | undefined;
  /** Two-letter state code. */
  state?: string | undefined;
  /** Five-digit ZIP, as text. */
  zip?: string | undefined;
  /** Two-letter country code. */
  country?: string | undefined;
  /** Total of the order; unchanged if left out, even if other amounts change. In US dollars, a whole number of cents. */
  total?: number | undefined;
  /** Sales tax. In US dollars, a whole number of cents. */
  salesTax?: number | undefined;
  /** Handling. In US dollars, a whole number of cents. */
  handling?: number | undefined;
  /** Subtotal of the order; unchanged if left out, even if the items change. In US dollars, a whole number of cents. */
  subtotal?: number | undefined;
  /** Shipping charged to the buyer. In US dollars, a whole number of cents. */
  shipping?: number | undefined;
  /** Weight of the packed parcel in ounces. */
  weight?: number | undefined;
  /** Discount. In US dollars, a whole number of cents. */
  discount?: number | undefined;
  /** Items of the order, 1 to 500 lines. */
  items?: Array<OrderItemInput> | undefined;
  /** Customer to whom the order is linked. */
  customerId?: number | undefined;
  /** Note on the order. */
  orderNote?: string | undefined;
}

export interface OrderInput {
  /** Your number of the order. No other active order (not canceled or merged) of the account may have it. */
  invoiceNumber: string;
  /** First name of the recipient. */
  firstName: string;
  /** Last name of the recipient. */
  lastName: string;
  /** E-mail address of the recipient. The order is linked to the customer with exactly this address; upper and lower case make no difference. If the text is not an e-mail address, no mail is sent to it. */
  email?: string | undefined;
  /** Phone number of the recipient. */
  phone?: string | undefined;
  /** Street and number. */
  address1: string;
  /** Apartment, suite, floor. */
  address2?: string | undefined;
  /** Third address line. */
  address3?: string | undefined;
  /** City. */
  city: string;
  /** Two-letter state code. */
  state: string;
  /** Five-digit ZIP, as text. */
  zip: string;
  /** Two-letter country code. */
  country: string;
  /** Total of the order; calculated from the other amounts if left out. In US dollars, a whole number of cents. */
  total?: number | undefined;
  /** Sales tax. In US dollars, a whole number of cents. */
  salesTax?: number | undefined;
  /** Handling. In US dollars, a whole number of cents. */
  handling?: number | undefined;
  /** Subtotal of the order; the sum of the items if left out. In US dollars, a whole number of cents. */
  subtotal?: number | undefined;
  /** Shipping charged to the buyer. In US dollars, a whole number of cents. */
  shipping?: number | undefined;
  /** Weight of the packed parcel in ounces. */
  weight?: number | undefined;
  /** Discount. In US dollars, a whole number of cents. */
  discount?: number | undefined;
  /** Items of the order, 1 to 500 lines. */
  items: Array<OrderItemInput>;
  /** Customer to whom the order is linked. If it is given, the e-mail address does not select a customer. */
  customerId?: number | undefined;
  /** Note on the order. */
  orderNote?: string | undefined;
  /** Your id of the order. If an active order (not canceled or merged) already has this id, that order is returned and no order is created. */
  externalOrderId?: string | undefined;
  /** When the order was placed; now if left out. Either a day in the shop's time zone as YYYY-MM-DD, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on. Seconds, their fraction and the zone may be left out. A time without a zone is UTC. */
  orderDate?: string | undefined;
}

export interface OrderItem {
  id: number;
  itemCode: string;
  upc: string;
  price: number;
  quantity: number;
  /** Price times quantity. */
  totalPrice: number;
  /** Absent if it was not given. */
  hsCode?: string | undefined;
  originCountry?: string | undefined;
}

export interface OrderItemInput {
  /** Your code of the item. */
  itemCode: string;
  /** UPC of the item. */
  upc?: string | undefined;
  /** Price of one piece; 0 if left out. In US dollars, a whole number of cents. */
  price?: number | undefined;
  /** Number of pieces. */
  quantity: number;
  /** For customs: code in the Harmonized System, six digits or more. */
  hsCode?: string | undefined;
  /** For customs: two-letter code of the country where the item was made. */
  originCountry?: string | undefined;
}

/** With page: currentPage and the totals. With cursor: nextCursor. */
export interface OrderPagination {
  currentPage?: number | undefined;
  pageSize: number;
  totalOrders?: number | undefined;
  totalPages?: number | undefined;
  /** The cursor of the next request; null at the end. Only in an answer to a request with cursor. */
  nextCursor?: string | null | undefined;
}

/** Refunds of voided labels that are not in the balance yet. */
export interface PendingRefunds {
  count: number;
  amount: number;
}

export interface Pickup {
  pickupId: number;
  carrier: string;
  /** scheduled, picked_up, canceled or error; more values may be added. */
  status: string;
  /** Day on which the parcels are collected, at the ship-from address. */
  date: string;
  window: PickupWindow | null;
  /** Where the driver finds the parcels. */
  location: string;
  instructions: string | null;
  /** Confirmation number of the carrier. */
  confirmationNumber: string | null;
  orderIds: Array<number>;
  packageCount: number;
  createdAt: string | null;
  canceledAt: string | null;
  /** A form with which the carrier accepts all parcels in one scan; null if there is none. */
  scanFormUrl: string | null;
  /** More information about the pickup. */
  note?: string | undefined;
}

export interface PickupDetails {
  pickupId: number;
  carrier: string;
  /** scheduled, picked_up, canceled or error; more values may be added. */
  status: string;
  /** Day on which the parcels are collected, at the ship-from address. */
  date: string;
  window: PickupWindow | null;
  /** Where the driver finds the parcels. */
  location: string;
  instructions: string | null;
  /** Confirmation number of the carrier. */
  confirmationNumber: string | null;
  orderIds: Array<number>;
  packageCount: number;
  createdAt: string | null;
  canceledAt: string | null;
  /** A form with which the carrier accepts all parcels in one scan; null if there is none. */
  scanFormUrl: string | null;
  /** More information about the pickup. */
  note?: string | undefined;
  orders: Array<PickupOrder>;
}

export interface PickupInput {
  /** Day of the pickup, YYYY-MM-DD. */
  date: string;
  /** Where the driver finds the parcels at the ship-from address, such as front porch. */
  location: string;
  /** Carrier that collects the parcels; usps if left out. */
  carrier?: 'usps' | 'ups' | 'fedex' | undefined;
  /** Further instructions for the driver. */
  instructions?: string | undefined;
}

export interface PickupOrder {
  orderId: number;
  orderNumber: string;
  /** Name of the recipient. */
  name: string;
  orderStatus: string;
  trackingNumber: string | null;
}

export interface PickupPagination {
  currentPage: number;
  pageSize: number;
  totalPickups: number;
  totalPages: number;
}

/** Times of day at the ship-from address, such as 09:00. */
export interface PickupWindow {
  start: string;
  end: string;
}

/** A carrier’s change of a label’s postage after the purchase. */
export interface PostageAdjustment {
  /** Amount charged to the balance; a negative amount is a refund. */
  amount: number;
  carrier: string;
  billed: Measures;
  measured: Measures;
  reason: string;
  /** When the balance was charged or refunded. */
  at: string;
}

export interface PostalAddress {
  address1: string;
  address2: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  country: string;
}

export interface Price {
  /** Name of the carrier service. */
  method: string;
  serviceLevel: string;
  carrier: string;
  /** Postage in US dollars. */
  amount: number;
  /** The carrier bills the postage to your own carrier account, and the postage balance does not pay it. Absent otherwise. */
  billedByCarrier?: boolean | undefined;
  currency: string;
  retailAmount: number;
  charges: Array<Charge>;
  /** Working days. */
  deliveryDays: number | null;
  estimatedDeliveryDate: string | null;
  deliveryDateGuaranteed: boolean;
  zone: number | null;
  /** cheapest, fastest, best_value. */
  attributes: Array<string>;
  expiresAt: string | null;
}

export interface PrintedLabelsInput {
  /** Ids of the orders, 1 to 500. */
  orderIds: Array<number>;
}

export interface ProblemField {
  /** Path of the field, such as `items[0].itemCode`. */
  field: string;
  /** The rule that the field breaks, as a sentence. */
  message: string;
}

export interface PurchaseLabelRequest {
  /** Id of the order. */
  orderId: number;
  /** rateId of the chosen rate, unchanged. */
  rateId: string;
  /** packageId of the answer that contains the rate, unchanged. */
  packageId: string;
  /** method of the chosen rate. */
  method: string;
  /** serviceLevel of the chosen rate. */
  serviceLevel: string;
  /** The most that the postage alone may cost. A higher price is refused, and nothing is charged. In US dollars, a whole number of cents. */
  maxCost?: number | undefined;
  /** The most that postage, insurance and fee may cost together. A higher sum is refused, and nothing is charged. In US dollars, a whole number of cents. */
  maxCharge?: number | undefined;
  /** Internal Transaction Number of the export filing, X and 14 digits. Required for a label to another country if goods of one kind are worth more than 2,500 dollars. */
  itn?: string | undefined;
}

export interface PurchaseLabelResponseBody {
  result: PurchasedLabel;
}

export interface PurchaseReturnLabelRequest {
  /** Code of the service, such as usps_ground_advantage; the cheapest service if left out. */
  serviceLevel?: string | undefined;
  /** The most that the postage alone may cost. A higher price is refused, and nothing is charged. In US dollars, a whole number of cents. */
  maxCost?: number | undefined;
  /** The most that postage and fee may cost together. A higher sum is refused, and nothing is charged. In US dollars, a whole number of cents. */
  maxCharge?: number | undefined;
}

export interface PurchaseReturnLabelResponseBody {
  result: PurchasedLabel;
}

export interface PurchasedLabel {
  /** Always true. */
  purchased: boolean;
  orderId: number;
  labelUrl: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
  /** The customs form to print. */
  formUrl?: string | undefined;
  /** The receipt. */
  receiptUrl?: string | undefined;
  carrier: string;
  method: string;
  serviceLevel: string;
  /** YYYY-MM-DD, from the purchased rate. */
  estimatedDeliveryDate: string | null;
  postage: number;
  /** The carrier bills the postage to your own carrier account, and the postage balance does not pay it. Absent otherwise. */
  billedByCarrier?: boolean | undefined;
  insurance: number;
  fee: number;
  /** Total price of the label. A repeated request charges nothing and returns the amounts of the first request. */
  totalCharge: number;
  note?: string | undefined;
}

export interface QuoteRequest {
  /** Destination ZIP or postal code, as text. */
  toZip: string;
  /** Weight of the packed parcel in ounces. */
  weightOz: number;
  /** Length in inches; give all three sides or none. */
  length?: number | undefined;
  /** Width in inches; give all three sides or none. */
  width?: number | undefined;
  /** Height in inches; give all three sides or none. */
  height?: number | undefined;
  /** Two-letter country code; US if left out. */
  toCountry?: string | undefined;
  /** Destination state or province code; not needed with a US ZIP. */
  toState?: string | undefined;
  /** Destination city; not needed with a US ZIP. */
  toCity?: string | undefined;
  /** US ZIP to ship from; the ship-from address of the account if left out. */
  fromZip?: string | undefined;
  /** true for a home, false for a business; true if left out. */
  residential?: boolean | undefined;
}

export interface QuoteResponseBody {
  result: QuoteResult;
}

export interface QuoteResult {
  rates: Array<CarrierQuote>;
  errors: Array<RateError>;
}

export interface Rate {
  rateId: string;
  /** Name of the carrier service. */
  method: string;
  serviceLevel: string;
  carrier: string;
  /** Postage in US dollars. */
  amount: number;
  /** The carrier bills the postage to your own carrier account, and the postage balance does not pay it. Absent otherwise. */
  billedByCarrier?: boolean | undefined;
  currency: string;
  retailAmount: number;
  charges: Array<Charge>;
  /** Working days. */
  deliveryDays: number | null;
  estimatedDeliveryDate: string | null;
  deliveryDateGuaranteed: boolean;
  zone: number | null;
  /** cheapest, fastest, best_value. */
  attributes: Array<string>;
  expiresAt: string | null;
}

export interface RateAddress {
  /** First name. */
  FirstName?: string | undefined;
  /** Last name. */
  LastName?: string | undefined;
  /** E-mail. */
  Email?: string | undefined;
  /** Phone number. */
  Phone?: string | undefined;
  /** Street and number. */
  Address1?: string | undefined;
  /** Second address line. */
  Address2?: string | undefined;
  /** Third address line. */
  Address3?: string | undefined;
  /** City. */
  City?: string | undefined;
  /** State or province code. */
  State?: string | undefined;
  /** ZIP or postal code, as text. */
  Zip: string;
  /** Two-letter country code. */
  Country: string;
}

export interface RateError {
  carrier: string;
  code: string;
  message: string;
}

/** What the insurance of the account adds to the price of each rate; absent if the insurance is off. */
export interface RateInsurance {
  amount: number;
  insuredValue: number;
}

export interface RateItem {
  /** Your code of the item. */
  ItemCode?: string | undefined;
  /** UPC. */
  UPC?: string | undefined;
  /** Price of one piece. In US dollars, a whole number of cents. */
  Price?: number | undefined;
  /** Number of pieces, as text. */
  Quantity?: string | undefined;
  /** Harmonized tariff code. */
  HTSCode?: string | undefined;
  /** Weight in ounces. */
  Weight?: number | undefined;
}

export interface RateOrigin {
  /** First name. */
  FirstName?: string | undefined;
  /** Last name. */
  LastName?: string | undefined;
  /** E-mail. */
  Email?: string | undefined;
  /** Phone number. */
  Phone?: string | undefined;
  /** Street and number. */
  Address1?: string | undefined;
  /** Second address line. */
  Address2?: string | undefined;
  /** Third address line. */
  Address3?: string | undefined;
  /** City. */
  City?: string | undefined;
  /** State or province code. */
  State?: string | undefined;
  /** ZIP, as text. */
  Zip: string;
  /** US, because labels are sold only for parcels from the US. */
  Country: string;
}

export interface RateRequest {
  FromAddress: RateOrigin;
  ToAddress: RateAddress;
  BoxInformation: BoxInformation;
  ShippingInformation?: ShippingInformation | undefined;
  Items?: Array<RateItem> | undefined;
  /** Order total. In US dollars, a whole number of cents. */
  Total?: number | undefined;
  /** Sales tax. In US dollars, a whole number of cents. */
  SalesTax?: number | undefined;
  /** Handling. In US dollars, a whole number of cents. */
  Handling?: number | undefined;
  /** Subtotal. In US dollars, a whole number of cents. */
  Subtotal?: number | undefined;
  /** Shipping charged to the buyer. In US dollars, a whole number of cents. */
  Shipping?: number | undefined;
  /** Discount. In US dollars, a whole number of cents. */
  Discount?: number | undefined;
  /** Returned unchanged. */
  InvoiceNumber?: string | undefined;
}

export interface RateResponseBody {
  result: RateResult;
}

export interface RateResult {
  FromAddress: RatedAddress;
  ToAddress: RatedAddress;
  BoxInformation: RatedBox;
  ShippingInformation: RatedShipping;
  ShipmentInformation: RatedShipment;
  Total: number | null;
  SalesTax: number | null;
  Handling: number | null;
  Subtotal: number | null;
  Shipping: number | null;
  Discount: number | null;
  InvoiceNumber: string | null;
}

export interface RatedAddress {
  FirstName: string | null;
  LastName: string | null;
  Email: string | null;
  Phone: string | null;
  Address1: string | null;
  Address2: string | null;
  Address3: string | null;
  City: string | null;
  State: string | null;
  Zip: string;
  Country: string;
}

export interface RatedBox {
  Weight: number;
  Length: number;
  Height: number;
  Width: number;
  PackageType: string;
}

export interface RatedShipment {
  /** null, because a rate without an order cannot be bought. */
  RateId: string | null;
  TrackingNumber: string | null;
  LabelUrl: string | null;
  Base64Label: string | null;
  Base64Form: string | null;
  /** Postage, plus the insurance if it was requested. In US dollars. */
  ShippingCost: number;
}

export interface RatedShipping {
  SaturdayDelivery: boolean;
  SignatureRequired: boolean;
  Insurance: boolean;
  ShippingMethod: string;
}

export interface ReceiveReturnResponseBody {
  result: ReturnedOrder;
}

export interface RefreshTokenResponseBody {
  result: AccessToken;
}

export interface RegisterWebhookResponseBody {
  result: Webhook;
}

export interface ReplayWebhookDeliveryResponseBody {
  result: WebhookDelivery;
}

export interface RequestReturnResponseBody {
  result: ReturnedOrder;
}

export interface ReturnedOrder {
  orderId: number;
  orderStatus: string;
}

export interface RotateWebhookSecretResponseBody {
  result: RotatedWebhook;
}

export interface RotatedWebhook {
  url: string | null;
  /** The key of every `X-Ship-Signature`; begins with `whsec_`. null before the first registration, and when the key can no longer be read: rotate it. */
  signingSecret: string | null;
  previousSecretExpiresAt: string | null;
}

export interface SchedulePickupResponseBody {
  result: Pickup;
}

export interface Shipment {
  shipDate: string | null;
  shippingMethod: string | null;
  shippingCost: number | null;
  /** null until a label is purchased. */
  trackingNumber: string | null;
  trackingURL: string | null;
  shippingLabelURL: string | null;
}

export interface ShippingInfoRequest {
  /** Id of the order. */
  orderId: number;
  /** Weight of the packed parcel in ounces. Give weightOz or weightLb. */
  weightOz?: number | undefined;
  /** Length in inches; give all three sides or none. */
  length?: number | undefined;
  /** Width in inches; give all three sides or none. */
  width?: number | undefined;
  /** Height in inches; give all three sides or none. */
  height?: number | undefined;
  /** Weight in pounds, instead of weightOz. */
  weightLb?: number | undefined;
  /** Ask for a signature on delivery. */
  signatureRequired?: boolean | undefined;
  /** Ask for delivery on Saturday. */
  saturdayDelivery?: boolean | undefined;
  /** Only rates whose estimated delivery date is this day or earlier, YYYY-MM-DD. */
  deliverBy?: string | undefined;
  /** Only rates with at most this postage; 0 means no maximum. In US dollars, a whole number of cents. */
  maxAmount?: number | undefined;
  /** Only rates of this carrier, such as usps. */
  carrier?: string | undefined;
}

export interface ShippingInfoResponseBody {
  result: ShippingInfoResult;
}

export interface ShippingInfoResult {
  orderId: number;
  packageId: string;
  shipDate: string | null;
  addressCheck: AddressCheck;
  rates: Array<Rate>;
  /** Number of rates that deliverBy, maxAmount and carrier removed; absent without these filters. */
  leftOut?: number | undefined;
  errors: Array<RateError>;
  insurance?: RateInsurance | undefined;
  /** Possible problems: whether a label can be bought at all, the weight, and what the label or the customs declaration will show. */
  warnings?: Array<string> | undefined;
}

export interface ShippingInformation {
  /** Ask for delivery on Saturday. */
  SaturdayDelivery?: boolean | undefined;
  /** Ask for a signature on delivery. */
  SignatureRequired?: boolean | undefined;
  /** Add insurance for the value of `Total`, of `Subtotal` if there is no `Total`, or of `Items` if there is neither. Purchased labels are insured according to the settings of the account. */
  Insurance?: boolean | undefined;
}

export interface SkippedLabel {
  orderId: number;
  /** Why the order was not marked. */
  reason: string;
}

/** The owner’s spending limits for the access token. */
export interface SpendingLimits {
  /** The most that one label may cost. null if this limit is off. */
  perLabel: number | null;
  /** The most that may be spent in a day of the shop's time zone. null if this limit is off. */
  perDay: number | null;
  /** A price above this amount needs the owner’s approval. null if this limit is off. */
  askAbove: number | null;
  spentToday: number;
  /** Amount that may still be spent today. null if this limit is off. */
  leftToday: number | null;
}

/** State of the update that tells the order’s store about the label. null if there is no such update. */
export interface StoreFulfillment {
  /** pending, waiting_for_print, fulfilled, not_needed, withdrawing, withdrawn or failed. More values may be added; accept unknown values. */
  state: string;
  /** When this state began. */
  at: string;
  /** Why the update failed; null if it did not fail. */
  message: string | null;
}

export interface TestWebhookResponseBody {
  result: WebhookDelivery;
}

export interface TokenRequest {
  /** E-mail address of the account. */
  email: string;
  /** Password of the account. */
  password: string;
}

export interface Tracking {
  orderId: number;
  /** More values may be added; accept unknown values. */
  orderStatus: string;
  /** The status as MCP shows it. It has both Label purchased and Label printed, where orderStatus has only Label Printed. */
  status: string;
  /** null until a label is purchased. */
  trackingNumber: string | null;
  trackingUrl: string | null;
  shipDate: string | null;
  inTransitDate: string | null;
  deliveredDate: string | null;
  exceptionDate: string | null;
  /** The problem, in the carrier’s words. */
  exception: string | null;
  lastTrackingUpdate: string | null;
  carrier: string | null;
  /** Name of the carrier service. */
  service: string | null;
  /** YYYY-MM-DD, from the purchased rate. */
  estimatedDeliveryDate: string | null;
  /** Newest first, 20 at most. */
  scans: Array<TrackingScan>;
  /** true while the carrier has not answered the void of the label. Do not use the label. */
  voidPending: boolean;
}

export interface TrackingScan {
  at: string | null;
  status: string;
  description: string;
  city: string | null;
  state: string | null;
  country: string | null;
}

export interface UpdateCustomerResponseBody {
  result: Customer;
}

export interface UpdateOrderResponseBody {
  result: Order;
}

export interface ValidateAddressResponseBody {
  result: AddressValidation;
}

export interface VoidLabelResponseBody {
  result: VoidedLabel;
}

export interface VoidedLabel {
  /** false while the carrier has not accepted the void. */
  voided: boolean;
  /** true while the carrier has not answered: the label stays on the order until the carrier accepts the void. Do not use the label. */
  voidPending: boolean;
  orderId: number;
  trackingNumber: string;
  /** The same value as voided. */
  carrierAccepted: boolean;
  /** pending or refunded. */
  refundStatus: string;
  /** Postage and insurance, which are refunded to the postage balance. The pay-as-you-go fee is not refunded. */
  refundAmount: number;
}

export interface Webhook {
  url: string | null;
  /** The key of every `X-Ship-Signature`; begins with `whsec_`. null before the first registration, and when the key can no longer be read: rotate it. */
  signingSecret: string | null;
}

export interface WebhookDelivery {
  deliveryId: number;
  /** `EventId` of the event. */
  eventId: number;
  /** `EventType` of the event: label_printed, label_voided or test. */
  eventType: string;
  /** null for a test. */
  orderId: number | null;
  /** Number of attempts since the delivery was created or replayed. */
  attempt: number;
  /** pending, delivered, retrying or failed. */
  status: string;
  /** HTTP status of the last attempt; null if the URL did not answer. */
  responseCode: number | null;
  /** Duration of the last attempt in milliseconds. */
  durationMs: number | null;
  nextAttemptAt: string | null;
  /** Why the last attempt failed. */
  lastError: string | null;
  /** When the event was created. */
  createdAt: string;
}

/** The body of a delivery. Texts without a value are empty. */
export interface WebhookEvent {
  /** The same in every attempt and in the header `X-Ship-Event-Id`. Use it to deduplicate. */
  EventId: number;
  /** `label_printed`: a label was purchased. `label_voided`: the label of an earlier event was voided. `test`: a test event without an order. More types may be added. */
  EventType: string;
  /** Id of the order; 0 in a test. */
  Id: number;
  InvoiceNumber: string;
  /** `Label Printed`. In an event `label_voided`, the status of the order at that time, such as `Ready to ship`. */
  OrderStatus: string;
  FirstName: string;
  LastName: string;
  Email: string;
  Phone: string;
  Address1: string;
  Address2: string;
  Address3: string;
  City: string;
  State: string;
  Zip: string;
  Country: string;
  /** Total of the order, in dollars. */
  Total: number;
  /** Sales tax, in dollars. */
  SalesTax: number;
  /** Handling, in dollars. */
  Handling: number;
  /** Sum of the items, in dollars. */
  Subtotal: number;
  /** What the customer paid for shipping, in dollars. */
  Shipping: number;
  /** Ounces; null if unknown. */
  Weight: number | null;
  /** Discount, in dollars. */
  Discount: number;
  Shipment: WebhookShipment;
  Items: Array<WebhookItem>;
}

export interface WebhookInput {
  /** Absolute http or https URL on a public host. */
  url: string;
}

export interface WebhookItem {
  /** Id of the item. */
  Id: number;
  /** Code of the item, or its name if it has no code. */
  ItemCode: string;
  UPC: string;
  /** Price of one piece, in dollars. */
  Price: number;
  Quantity: number;
}

export interface WebhookShipment {
  /** When the label was purchased. */
  ShipDate: string;
  /** Carrier service of the label. */
  ShippingMethod: string;
  /** Price of the label, in dollars. */
  ShippingCost: number;
  TrackingNumber: string;
  /** Tracking page. */
  TrackingURL: string;
  /** The printable label. */
  ShippingLabelURL: string;
}

export interface WithdrawReturnResponseBody {
  result: WithdrawnReturn;
}

export interface WithdrawnReturn {
  orderId: number;
  orderStatus: string;
  /** none, pending or refunded. */
  refundStatus: string;
  /** Postage, which is refunded to the postage balance. The pay-as-you-go fee is not refunded. */
  refundAmount: number;
  /** true while the carrier has not answered the void of the return label. Do not use the label. */
  voidPending: boolean;
}
