import { z } from 'zod';
import { pageInfo, shopifyLines } from './from-shopify';

const text = z.string().nullish();

/**
 * Only the outer structure is checked here. Each order is checked later, so that a malformed one does not hide the
 * others.
 */
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
            /** Null when the line has no product of the shop, or when its product was deleted. */
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

/** A GraphQL answer. Shopify returns errors next to the data, with status 200. */
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

/** The body with which Shopify refuses to run a query: `{"errors":"[API] Invalid API key or access token …"}`. */
export const shopifyRefusal = z.object({
  errors: z.union([z.string(), z.array(z.unknown()), z.looseObject({})]),
});

/** The body with which the token endpoint refuses: RFC 6749, section 5.2. */
export const tokenRefusal = z.object({ error: z.string() });

export type GraphqlAnswer = z.infer<typeof graphqlAnswer>;

export const shopifyToken = z.object({ access_token: z.string().min(1), expires_in: z.number().optional() });

/** The token pair that Shopify returns for an authorization code or a refresh token. */
export const shopifyGrant = z.object({
  access_token: z.string().min(1),
  refresh_token: z.string().min(1),
  expires_in: z.number().positive(),
});
