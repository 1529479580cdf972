import { z } from 'zod';

/** The parts of ShipEngine's answers that we read. Other fields are ignored, so a new field causes no error. */
const money = z.object({ currency: z.string(), amount: z.number() });
const link = z.object({ href: z.string() }).partial().nullish();

export const problem = z.object({
  error_source: z.string(),
  error_type: z.string(),
  error_code: z.string(),
  message: z.string(),
  carrier_id: z.string().nullish(),
});

export const errorAnswer = z.object({ errors: z.array(problem).min(1) });

export const carriersAnswer = z.object({
  carriers: z.array(
    z.object({
      carrier_id: z.string(),
      carrier_code: z.string(),
      disabled_by_billing_plan: z.boolean().nullish(),
      connection_status: z.string().nullish(),
    }),
  ),
});

const rate = z.object({
  rate_id: z.string(),
  carrier_id: z.string(),
  carrier_code: z.string(),
  service_code: z.string(),
  shipping_amount: money,
  confirmation_amount: money,
  other_amount: money,
  tax_amount: money.nullish(),
  requested_comparison_amount: money.nullish(),
  zone: z.number().nullish(),
  delivery_days: z.number().nullish(),
  guaranteed_service: z.boolean().nullish(),
  estimated_delivery_date: z.string().nullish(),
  error_messages: z.array(z.string()).nullish(),
});

export const ratesAnswer = z.object({
  shipment_id: z.string(),
  rate_response: z.object({
    rates: z.array(rate).nullish(),
    invalid_rates: z.array(rate).nullish(),
    errors: z.array(problem).nullish(),
  }),
});

export const shipmentAnswer = z.object({
  shipment_id: z.string(),
  external_shipment_id: z.string().nullish(),
  shipment_status: z.string(),
});

const address = z.object({ address_line1: z.string(), postal_code: z.string(), country_code: z.string() });

export const labelAnswer = z.object({
  label_id: z.string(),
  status: z.enum(['processing', 'completed', 'error', 'voided']),
  shipment_id: z.string(),
  external_shipment_id: z.string().nullish(),
  carrier_code: z.string(),
  service_code: z.string(),
  tracking_number: z.string().nullish(),
  created_at: z.string(),
  shipment_cost: money,
  voided: z.boolean().nullish(),
  void_type: z.string().nullish(),
  refund_details: z.object({ refund_status: z.string().nullish() }).nullish(),
  label_download: z.object({ pdf: z.string().nullish(), href: z.string().nullish() }).nullish(),
  form_download: link,
  packages: z.array(z.object({ insured_value: money.nullish() })).nullish(),
  ship_to: address.partial().nullish(),
});

export const labelsAnswer = z.object({
  labels: z.array(labelAnswer),
  page: z.number(),
  pages: z.number(),
});

export const voidAnswer = z.object({
  approved: z.boolean(),
  message: z.string(),
  reason_code: z.string().nullish(),
});

export const trackAnswer = z.object({
  status_code: z.string().nullish(),
  events: z
    .array(
      z.object({
        occurred_at: z.string(),
        status_code: z.string().nullish(),
        status_detail_code: z.string().nullish(),
        description: z.string().nullish(),
        city_locality: z.string().nullish(),
        state_province: z.string().nullish(),
        country_code: z.string().nullish(),
      }),
    )
    .nullish(),
});

const pickup = z.object({
  pickup_id: z.string(),
  confirmation_number: z.string().nullish(),
  label_ids: z.array(z.string()).nullish(),
  cancelled_at: z.string().nullish(),
  pickup_window: z.object({ start_at: z.string() }).nullish(),
});

/**
 * After a partial success, ShipEngine's answer has errors beside the pickup. This schema does not accept such an
 * answer.
 */
export const pickupAnswer = pickup.extend({ errors: z.array(z.unknown()).max(0).nullish() });

export const pickupsAnswer = z.object({ pickups: z.array(pickup), page: z.number(), pages: z.number() });

export const keysAnswer = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) });

export type Problem = z.infer<typeof problem>;
export type ShipengineRate = z.infer<typeof rate>;
export type ShipengineRates = z.infer<typeof ratesAnswer>;
export type ShipengineLabel = z.infer<typeof labelAnswer>;
export type ShipenginePickup = z.infer<typeof pickup>;
export type ShipengineTrack = z.infer<typeof trackAnswer>;
export type Parameters = Readonly<Record<string, unknown>>;
