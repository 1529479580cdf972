/**
 * The body of a webhook delivery. The orders service and the schema that the gateway publishes must agree on it.
 * @see [REST-W7]
 */
export interface WebhookEvent {
  EventId: number;
  EventType: string;
  Id: number;
  InvoiceNumber: string;
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
  /** All amounts are in dollars. */
  Total: number;
  SalesTax: number;
  Handling: number;
  Subtotal: number;
  Shipping: number;
  /** In ounces; null when unknown. */
  Weight: number | null;
  Discount: number;
  Shipment: {
    ShipDate: string;
    ShippingMethod: string;
    ShippingCost: number;
    TrackingNumber: string;
    TrackingURL: string;
    ShippingLabelURL: string;
  };
  Items: { Id: number; ItemCode: string; UPC: string; Price: number; Quantity: number }[];
}
