import { z } from 'zod';

/** What we ask of an order, as shopify.dev describes it; each nullable field accepts null. */
const text = z.string().nullish();
const money = z.object({ shopMoney: z.object({ amount: z.string() }) });

const shopifyLine = z.object({
  id: z.string(),
  name: z.string(),
  sku: text,
  currentQuantity: z.number().int().min(0),
  /** The part of the ordered quantity that nobody has sent yet. */
  unfulfilledQuantity: z.number().int().min(0),
  requiresShipping: z.boolean(),
  originalUnitPriceSet: money,
});

const pageInfo = z.object({ hasNextPage: z.boolean(), endCursor: text });

const shopifyLines = z.object({ nodes: z.array(shopifyLine), pageInfo });

export const shopifyOrder = z.object({
  id: z.string(),
  /** `#1001`, as the shop's own settings write it. */
  name: text,
  createdAt: z.iso.datetime({ offset: true }),
  cancelledAt: text,
  displayFinancialStatus: text,
  displayFulfillmentStatus: z.string(),
  currencyCode: z.string(),
  note: text,
  email: text,
  phone: text,
  /** Grams; a 64-bit number, which Shopify writes as text. */
  currentTotalWeight: z.coerce.number().min(0).nullish(),
  currentShippingPriceSet: money,
  currentTotalTaxSet: money.nullish(),
  currentTotalDiscountsSet: money,
  currentTotalPriceSet: money,
  shippingAddress: z
    .object({
      name: text,
      firstName: text,
      lastName: text,
      company: text,
      address1: text,
      address2: text,
      city: text,
      provinceCode: text,
      zip: text,
      countryCodeV2: text,
      phone: text,
    })
    .nullish(),
  lineItems: shopifyLines,
  /** Asked for with one order alone. */
  fulfillments: z
    .array(z.object({ status: z.string(), trackingInfo: z.array(z.object({ number: text })) }))
    .optional(),
});

export type ShopifyOrder = z.infer<typeof shopifyOrder>;
export type ShopifyLine = z.infer<typeof shopifyLine>;

/** Only the envelope: one order of an odd shape must not hide the others. */
export const shopifyOrdersPage = z.object({
  orders: z.object({ nodes: z.array(z.looseObject({ id: z.string() })), pageInfo }),
});

export const shopifyLinesPage = z.object({ order: z.object({ lineItems: shopifyLines }).nullable() });

export const shopifyCustomsPage = z.object({
  order: z
    .object({
      lineItems: z.object({
        nodes: z.array(
          z.object({
            id: z.string(),
            /** Null for a line without a product of the shop, or with a deleted one. */
            variant: z
              .object({
                inventoryItem: z.object({ harmonizedSystemCode: text, countryCodeOfOrigin: text }).nullish(),
              })
              .nullish(),
          }),
        ),
      }),
    })
    .nullable(),
});

/** A GraphQL answer: Shopify sends errors beside data, with status 200. */
export const graphqlAnswer = z.object({
  data: z.unknown(),
  errors: z
    .union([
      z.string(),
      z.array(
        z.object({ message: z.string(), extensions: z.object({ code: z.string() }).partial().optional() }),
      ),
    ])
    .optional(),
  extensions: z
    .object({
      cost: z
        .object({
          requestedQueryCost: z.number(),
          throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number() }),
        })
        .partial(),
    })
    .partial()
    .optional(),
});

/** How Shopify refuses without running a query: `{"errors":"[API] Invalid API key or access token …"}`. */
export const shopifyRefusal = z.object({
  errors: z.union([z.string(), z.array(z.unknown()), z.looseObject({})]),
});

/** How its token endpoint refuses: RFC 6749, section 5.2. */
export const tokenRefusal = z.object({ error: z.string() });

export type GraphqlAnswer = z.infer<typeof graphqlAnswer>;

export const shopifyToken = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

/** The token pair for an authorization code or a refresh token. */
export const shopifyGrant = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});
