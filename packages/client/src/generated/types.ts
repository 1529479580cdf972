// Made from the published document by `npm run client`. Do not edit; after a conflict run it again.

export interface AccessToken {
  accessToken: string;
  /** Until when it is valid. */
  expiresAt: string;
}

export interface Account {
  accountId: number;
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  accessToken: string;
  /** Until when it is valid. */
  expiresAt: string;
}

export interface AccountInput {
  /** E-mail that signs in to the account. */
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
  /** City; with state, needed when zip is left out. */
  city?: string | undefined;
  /** State code, such as TX; with city, needed when zip is left out. */
  state?: string | undefined;
  /** ZIP, as text. Give it, or city and state. */
  zip?: string | undefined;
}

export interface AddressMessage {
  code: string;
  field: string | null;
  message: string;
  suggestion: string | null;
}

export interface AddressValidation {
  /** verified (a carrier or its reseller compared street and house number), plausible (only ZIP, city and state fit), corrected, warning or error. */
  status: string;
  originalAddress: PostalAddress;
  /** In the postal standard form; null when the address was not found. Its zip is null when several are possible. */
  matchedAddress: PostalAddress | null;
  /** Fields of matchedAddress that differ. */
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
  /** What can be spent now; may be below 0 after a dispute or a carrier’s correction of postage. */
  balance: number;
  currency: string;
  /** What the payment method is charged when the balance does not cover a label; 0.01 is pay as you go, 0 is off. */
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
  /** One a service level. */
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
  /** false for an order that was there already, found by externalOrderId. */
  created: boolean;
}

export interface CreateOrdersResponseBody {
  result: Array<Order>;
  /** One for each order of the request: false for one that was there already. */
  created: Array<boolean>;
}

export interface CreateTokenResponseBody {
  result: AccessToken;
}

/** A record of the address book. Texts that nobody gave are empty. */
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
  /** The e-mail that the customer has, or the first of one without; another one is refused. */
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
  /** Two-letter state code in the US; elsewhere a region, as people there write it. */
  state?: string | undefined;
  /** Postal code, as text. */
  zip?: string | undefined;
  /** Two-letter country code; US when it is left out. */
  country?: string | undefined;
}

export interface CustomerInput {
  /** What orders match a customer by; it never changes. */
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
  /** Two-letter state code in the US; elsewhere a region, as people there write it. */
  state?: string | undefined;
  /** Postal code, as text. */
  zip?: string | undefined;
  /** Two-letter country code; US when it is left out. */
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
  /** Whether its label is void, by this call or an earlier one; false without one. */
  labelVoided: boolean;
  /** none, pending or refunded. */
  refundStatus: string;
  /** What the postage balance gets, or got, back. */
  refundAmount: number;
  /** What became of the label and its money. */
  note: string;
}

export interface DeliveryPagination {
  pageSize: number;
  /** null on the last page. */
  nextCursor: string | null;
}

/**
 * What a program decides by. The list is closed.
 * - invalid_input (400): A field breaks a rule; `fields` names each one.
 * - missing_bearer_token (401): No access token in the header Authorization.
 * - invalid_token (401): The access token is unknown, was replaced, or is of another kind.
 * - expired_token (401): The access token has expired; get a new one.
 * - unauthorized (401): A wrong e-mail or password.
 * - insufficient_balance (402): The postage balance does not cover the charge.
 * - payment_declined (402): The payment method refused the recharge.
 * - partner_key_required (403): No configured partner key.
 * - plan_feature_missing (403): The plan lacks the feature.
 * - limit_reached (403): A limit of the plan or of the owner is used up.
 * - approval_needed (403): The owner wants to be asked first, at `approvalUrl`.
 * - approval_denied (403): The owner has said no.
 * - forbidden (403): The account may not do this.
 * - not_found (404): No such record in this account, or no such address.
 * - method_not_allowed (405): The address answers other methods only; see Allow.
 * - customer_exists (409): A customer has this e-mail; `customerId` is its id.
 * - account_exists (409): An account has this e-mail.
 * - invoice_number_taken (409): A live order has this invoice number.
 * - external_order_id_taken (409): A live order has this external id and says otherwise.
 * - wrong_state (409): The state of the record does not allow it.
 * - rate_outdated (409): The rate is not of this order as it is now; rate it again.
 * - max_cost_exceeded (409): The postage is above `maxCost`; nothing was charged.
 * - max_charge_exceeded (409): The whole charge is above `maxCharge`; nothing was charged.
 * - conflict_retry (409): Another request is changing the same record; repeat this one.
 * - idempotency_key_reused (409): The Idempotency-Key was used for another request.
 * - payload_too_large (413): The body is over 1 MiB.
 * - unsupported_media_type (415): The body is not JSON.
 * - carrier_refused (422): The carrier said no; the sentence has its own words.
 * - rate_limited (429): Too many requests; repeat after Retry-After seconds.
 * - internal_error (500): Our fault; the sentence has a reference.
 * - outcome_unknown (503): It may have been done: look before you repeat it with a new key.
 * - unavailable (503): Not available now; repeat after Retry-After seconds, a write under its Idempotency-Key.
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
  /** When it was charged. */
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
  /** Ids of the orders that were marked by this request. */
  marked: Array<number>;
  /** How many customers are written to. */
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

/** An order. Texts that nobody gave are empty. */
export interface Order {
  id: number;
  customerId: number;
  invoiceNumber: string;
  externalOrderId: string | null;
  /** What is to be known of where it stands in its shop: fulfilled, canceled or changed there. */
  storeNotice: string | null;
  storeFulfillment: StoreFulfillment | null;
  /** What the shop that it came from calls it, such as #1001. */
  externalOrderNumber: string | null;
  orderNumber: string;
  /** More may come: tolerate new values. */
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
  /** When it was ordered, in UTC. */
  dateTime: string;
  updatedAt: string | null;
  /** true while the carrier has not answered the void of its label, or of its return’s: do not use that label. */
  voidPending: boolean;
  shipment: Shipment;
  /** Absent where no carrier corrected the postage of a label. */
  adjustments?: Array<PostageAdjustment> | undefined;
  items: Array<OrderItem>;
}

export interface OrderChanges {
  /** Your number of the order; no other live order of the account has it. */
  invoiceNumber?: string | undefined;
  /** First name of the recipient. */
  firstName?: string | undefined;
  /** Last name of the recipient. */
  lastName?: string | undefined;
  /** E-mail of the recipient; attaches the order to the customer who has exactly this one, in any case of letters. No mail goes to a text that is no address. */
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
  /** As supplied; the sum of the other amounts when it is left out. In US dollars, a whole number of cents. */
  total?: number | undefined;
  /** Sales tax. In US dollars, a whole number of cents. */
  salesTax?: number | undefined;
  /** Handling. In US dollars, a whole number of cents. */
  handling?: number | undefined;
  /** As supplied; the sum of the items when it is left out. In US dollars, a whole number of cents. */
  subtotal?: number | undefined;
  /** Shipping charged to the buyer. In US dollars, a whole number of cents. */
  shipping?: number | undefined;
  /** Weight of the packed parcel in ounces. */
  weight?: number | undefined;
  /** Discount. In US dollars, a whole number of cents. */
  discount?: number | undefined;
  /** What is in it, 1 to 500 lines. */
  items?: Array<OrderItemInput> | undefined;
  /** Customer to attach the order to; when given, the e-mail is not matched. */
  customerId?: number | undefined;
  /** Note on the order. */
  orderNote?: string | undefined;
}

export interface OrderInput {
  /** Your number of the order; no other live order of the account has it. */
  invoiceNumber: string;
  /** First name of the recipient. */
  firstName: string;
  /** Last name of the recipient. */
  lastName: string;
  /** E-mail of the recipient; attaches the order to the customer who has exactly this one, in any case of letters. No mail goes to a text that is no address. */
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
  /** As supplied; the sum of the other amounts when it is left out. In US dollars, a whole number of cents. */
  total?: number | undefined;
  /** Sales tax. In US dollars, a whole number of cents. */
  salesTax?: number | undefined;
  /** Handling. In US dollars, a whole number of cents. */
  handling?: number | undefined;
  /** As supplied; the sum of the items when it is left out. In US dollars, a whole number of cents. */
  subtotal?: number | undefined;
  /** Shipping charged to the buyer. In US dollars, a whole number of cents. */
  shipping?: number | undefined;
  /** Weight of the packed parcel in ounces. */
  weight?: number | undefined;
  /** Discount. In US dollars, a whole number of cents. */
  discount?: number | undefined;
  /** What is in it, 1 to 500 lines. */
  items: Array<OrderItemInput>;
  /** Customer to attach the order to; when given, the e-mail is not matched. */
  customerId?: number | undefined;
  /** Note on the order. */
  orderNote?: string | undefined;
  /** Your id of the order. If a live order already carries it, that order is answered and none is created. */
  externalOrderId?: string | undefined;
  /** When it was ordered; now when it is left out. YYYY-MM-DD, a day of the shop's time zone, or a time as YYYY-MM-DDThh:mm:ssZ, from 1970 on; seconds, their fraction and the zone may be left out, and a time without a zone is UTC. */
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
  /** Absent where nobody gave one. */
  hsCode?: string | undefined;
  originCountry?: string | undefined;
}

export interface OrderItemInput {
  /** Your code of the item. */
  itemCode: string;
  /** UPC of the item. */
  upc?: string | undefined;
  /** Price of one; 0 when it is left out. In US dollars, a whole number of cents. */
  price?: number | undefined;
  /** How many. */
  quantity: number;
  /** For customs: code in the Harmonized System, six digits or more. */
  hsCode?: string | undefined;
  /** For customs: two-letter code of the country where it was made. */
  originCountry?: string | undefined;
}

/** Of a page currentPage and the totals, of a walk with a cursor nextCursor. */
export interface OrderPagination {
  currentPage?: number | undefined;
  pageSize: number;
  totalOrders?: number | undefined;
  totalPages?: number | undefined;
  /** Of a walk: where it goes on; null at its end. */
  nextCursor?: string | null | undefined;
}

/** Of voided labels, not in the balance yet. */
export interface PendingRefunds {
  count: number;
  amount: number;
}

export interface Pickup {
  pickupId: number;
  carrier: string;
  /** scheduled, picked_up, canceled or error; more may come. */
  status: string;
  /** The day, where the parcels are collected. */
  date: string;
  window: PickupWindow | null;
  /** Where the driver finds the parcels. */
  location: string;
  instructions: string | null;
  /** The carrier’s. */
  confirmationNumber: string | null;
  orderIds: Array<number>;
  packageCount: number;
  createdAt: string | null;
  canceledAt: string | null;
  /** The carrier’s form that stands for all labels in one scan; null where there is none. */
  scanFormUrl: string | null;
  /** What is to be known beside it, in words. */
  note?: string | undefined;
}

export interface PickupDetails {
  pickupId: number;
  carrier: string;
  /** scheduled, picked_up, canceled or error; more may come. */
  status: string;
  /** The day, where the parcels are collected. */
  date: string;
  window: PickupWindow | null;
  /** Where the driver finds the parcels. */
  location: string;
  instructions: string | null;
  /** The carrier’s. */
  confirmationNumber: string | null;
  orderIds: Array<number>;
  packageCount: number;
  createdAt: string | null;
  canceledAt: string | null;
  /** The carrier’s form that stands for all labels in one scan; null where there is none. */
  scanFormUrl: string | null;
  /** What is to be known beside it, in words. */
  note?: string | undefined;
  orders: Array<PickupOrder>;
}

export interface PickupInput {
  /** Day of the pickup, YYYY-MM-DD. */
  date: string;
  /** Where the driver finds the parcels at the ship-from address, such as front porch. */
  location: string;
  /** Carrier that collects; usps when it is left out. */
  carrier?: 'usps' | 'ups' | 'fedex' | undefined;
  /** More for the driver. */
  instructions?: string | undefined;
}

export interface PickupOrder {
  orderId: number;
  orderNumber: string;
  /** The recipient. */
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

/** A carrier’s later correction of a label’s postage. */
export interface PostageAdjustment {
  /** Charged to the balance; below 0: given back. */
  amount: number;
  carrier: string;
  billed: Measures;
  measured: Measures;
  reason: string;
  /** When it was booked. */
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
  /** Carrier service as people know it. */
  method: string;
  serviceLevel: string;
  carrier: string;
  /** Postage in US dollars. */
  amount: number;
  /** The carrier bills the postage to your own number with it: the balance pays none. */
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
  /** The rule that it breaks, in words. */
  message: string;
}

export interface PurchaseLabelRequest {
  /** Order to buy the label for. */
  orderId: number;
  /** rateId of the chosen rate, unchanged. */
  rateId: string;
  /** packageId of the same answer, unchanged. */
  packageId: string;
  /** method of the chosen rate. */
  method: string;
  /** serviceLevel of the chosen rate. */
  serviceLevel: string;
  /** Ceiling on postage alone; a higher price is refused and nothing is charged. In US dollars, a whole number of cents. */
  maxCost?: number | undefined;
  /** Ceiling on everything charged: postage, insurance and fee. Above it the request is refused and nothing is charged. In US dollars, a whole number of cents. */
  maxCharge?: number | undefined;
  /** Internal Transaction Number of the export filing, X and 14 digits; needed abroad for goods of one kind above 2,500 dollars. */
  itn?: string | undefined;
}

export interface PurchaseLabelResponseBody {
  result: PurchasedLabel;
}

export interface PurchaseReturnLabelRequest {
  /** Service code, such as usps_ground_advantage; absent: the cheapest. */
  serviceLevel?: string | undefined;
  /** Ceiling on postage alone; a higher price is refused and nothing is charged. In US dollars, a whole number of cents. */
  maxCost?: number | undefined;
  /** Ceiling on everything charged: postage and fee. Above it the request is refused and nothing is charged. In US dollars, a whole number of cents. */
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
  /** YYYY-MM-DD, as the rate promised it. */
  estimatedDeliveryDate: string | null;
  postage: number;
  /** The carrier bills the postage to your own number with it: the balance pays none. */
  billedByCarrier?: boolean | undefined;
  insurance: number;
  fee: number;
  /** What the label cost; a repeated request charges nothing and answers the first one’s amounts. */
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
  /** Two-letter country code; US when it is left out. */
  toCountry?: string | undefined;
  /** Destination state or province code; a US ZIP implies it. */
  toState?: string | undefined;
  /** Destination city; a US ZIP implies it. */
  toCity?: string | undefined;
  /** US ZIP to ship from; the ship-from address of the account when it is left out. */
  fromZip?: string | undefined;
  /** true for a home, false for a business; a home when it is left out. */
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
  /** Carrier service as people know it. */
  method: string;
  serviceLevel: string;
  carrier: string;
  /** Postage in US dollars. */
  amount: number;
  /** The carrier bills the postage to your own number with it: the balance pays none. */
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

/** What the insurance of the account adds to whichever rate is bought; absent while it is off. */
export interface RateInsurance {
  amount: number;
  insuredValue: number;
}

export interface RateItem {
  /** Your code of the item. */
  ItemCode?: string | undefined;
  /** UPC. */
  UPC?: string | undefined;
  /** Price of one. In US dollars, a whole number of cents. */
  Price?: number | undefined;
  /** How many, as text. */
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
  /** US: labels are sold for parcels from there. */
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
  /** Given back. */
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
  /** null: a rate without an order cannot be bought. */
  RateId: string | null;
  TrackingNumber: string | null;
  LabelUrl: string | null;
  Base64Label: string | null;
  Base64Form: string | null;
  /** Postage, and the insurance when it was asked for. In US dollars. */
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
  /** Begins `whsec_`; the key of every `X-Ship-Signature`. null before the first registration. */
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
  /** Order to rate. */
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
  /** Only rates whose estimated day of delivery is not later, YYYY-MM-DD. */
  deliverBy?: string | undefined;
  /** Only rates with at most this postage; 0 sets no maximum. In US dollars, a whole number of cents. */
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
  /** How many rates deliverBy, maxAmount and carrier left out; absent without them. */
  leftOut?: number | undefined;
  errors: Array<RateError>;
  insurance?: RateInsurance | undefined;
  /** What may be otherwise than expected: whether a label can be bought at all, the weight, what the label or the customs declaration will show. */
  warnings?: Array<string> | undefined;
}

export interface ShippingInformation {
  /** Ask for delivery on Saturday. */
  SaturdayDelivery?: boolean | undefined;
  /** Ask for a signature on delivery. */
  SignatureRequired?: boolean | undefined;
  /** Ask for insurance of `Total`, else of `Subtotal`, else of `Items`. Labels are insured as the settings of the account say. */
  Insurance?: boolean | undefined;
}

export interface SkippedLabel {
  orderId: number;
  /** Why it was not marked, in words. */
  reason: string;
}

/** Of the access token, as the owner has set them. */
export interface SpendingLimits {
  /** Ceiling of one label. null when off. */
  perLabel: number | null;
  /** Ceiling of a day of the shop's time zone. null when off. */
  perDay: number | null;
  /** Above it the owner is asked first. null when off. */
  askAbove: number | null;
  spentToday: number;
  /** What the day leaves. null when off. */
  leftToday: number | null;
}

/** What the order’s shop was told of its label. null where no shop is told. */
export interface StoreFulfillment {
  /** pending, waiting_for_print, fulfilled, not_needed, withdrawing, withdrawn or failed. More may come: tolerate new values. */
  state: string;
  /** When it came to that state. */
  at: string;
  /** Why it failed; null otherwise. */
  message: string | null;
}

export interface TestWebhookResponseBody {
  result: WebhookDelivery;
}

export interface TokenRequest {
  /** E-mail of the account. */
  email: string;
  /** Its password. */
  password: string;
}

export interface Tracking {
  orderId: number;
  /** More may come: tolerate new values. */
  orderStatus: string;
  /** The same as an order list over MCP shows it: before a scan Label purchased or Label printed, say. */
  status: string;
  /** null until a label is purchased. */
  trackingNumber: string | null;
  trackingUrl: string | null;
  shipDate: string | null;
  inTransitDate: string | null;
  deliveredDate: string | null;
  exceptionDate: string | null;
  /** What the problem is, as the carrier says it. */
  exception: string | null;
  lastTrackingUpdate: string | null;
  carrier: string | null;
  /** Carrier service, as people write it. */
  service: string | null;
  /** YYYY-MM-DD, as the rate promised it. */
  estimatedDeliveryDate: string | null;
  /** Newest first, 20 at most. */
  scans: Array<TrackingScan>;
  /** true while the carrier has not answered the void of the label: do not use it. */
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
  /** true while the carrier takes its time: the label stays on the order until it accepts. Do not use it. */
  voidPending: boolean;
  orderId: number;
  trackingNumber: string;
  /** As voided. */
  carrierAccepted: boolean;
  /** pending or refunded. */
  refundStatus: string;
  /** Postage and insurance, which go back to the postage balance; the pay-as-you-go fee is kept. */
  refundAmount: number;
}

export interface Webhook {
  url: string | null;
  /** Begins `whsec_`; the key of every `X-Ship-Signature`. null before the first registration. */
  signingSecret: string | null;
}

export interface WebhookDelivery {
  deliveryId: number;
  /** `EventId` of the event. */
  eventId: number;
  /** `EventType` of the event: label_printed, label_voided or test. */
  eventType: string;
  /** null of a test. */
  orderId: number | null;
  /** Attempts made since it was created or replayed. */
  attempt: number;
  /** pending, delivered, retrying or failed. */
  status: string;
  /** What the URL answered last; null when it did not. */
  responseCode: number | null;
  /** Milliseconds of the last attempt. */
  durationMs: number | null;
  nextAttemptAt: string | null;
  /** Why the last attempt failed. */
  lastError: string | null;
  /** When the event was made. */
  createdAt: string;
}

/** The body of a delivery. Texts that nobody gave are empty. */
export interface WebhookEvent {
  /** The same in every attempt, and in the header `X-Ship-Event-Id`: deduplicate by it. */
  EventId: number;
  /** `label_printed`; `label_voided` when the label that it told of was voided; or `test` of an event that was asked for and tells of no order; more may follow. */
  EventType: string;
  /** Id of the order; 0 in a test. */
  Id: number;
  InvoiceNumber: string;
  /** `Label Printed`; of a `label_voided` where the order stands then, such as `Ready to ship`. */
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
  /** Ounces; null when unknown. */
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
  /** The name of the item where it has no code. */
  ItemCode: string;
  UPC: string;
  /** Price of one, in dollars. */
  Price: number;
  Quantity: number;
}

export interface WebhookShipment {
  /** When the label was purchased. */
  ShipDate: string;
  /** Service that the label was bought with. */
  ShippingMethod: string;
  /** What the label cost, in dollars. */
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
  /** Postage, which goes back to the postage balance; the pay-as-you-go fee is kept. */
  refundAmount: number;
  /** true while the carrier has not answered the void of the return label: do not use it. */
  voidPending: boolean;
}
