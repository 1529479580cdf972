const dollars = (amount: string) => ({
  shopMoney: { amount, currencyCode: 'USD' },
  presentmentMoney: { amount, currencyCode: 'USD' },
});

export interface ShopifyLineFixture {
  name: string;
  currentQuantity: number;
  [field: string]: unknown;
}

let lineSerial = 0;

export const aShopifyLine = (
  given: Partial<ShopifyLineFixture> & { price?: string } = {},
): ShopifyLineFixture => {
  const { price = '18.0', ...rest } = given;
  lineSerial += 1;
  return {
    id: `gid://shopify/LineItem/${lineSerial}`,
    name: 'Ceramic mug - Blue',
    title: 'Ceramic mug',
    variantTitle: 'Blue',
    sku: 'MUG-B',
    quantity: 2,
    currentQuantity: 2,
    unfulfilledQuantity: given.currentQuantity ?? 2,
    requiresShipping: true,
    variant: { inventoryItem: { harmonizedSystemCode: null, countryCodeOfOrigin: null } },
    originalUnitPriceSet: dollars(price),
    ...rest,
  };
};

export interface ShopifyOrderFixture {
  id: string;
  updatedAt: string;
  lineItems: ShopifyLineFixture[];
  [field: string]: unknown;
}

let serial = 5_000;

/**
 * Returns a paid order that was not sent yet, as the Admin API 2026-07 returns it: the fields that we read, and some
 * more.
 */
export function aShopifyOrder(given: Partial<ShopifyOrderFixture> = {}): ShopifyOrderFixture {
  serial += 1;
  return {
    id: `gid://shopify/Order/${serial}`,
    name: `#${serial}`,
    createdAt: '2026-03-01T09:30:00Z',
    updatedAt: '2026-03-01T09:30:05Z',
    cancelledAt: null,
    displayFinancialStatus: 'PAID',
    displayFulfillmentStatus: 'UNFULFILLED',
    currencyCode: 'USD',
    note: 'Ring twice',
    email: 'ada@shopper.example',
    phone: null,
    currentTotalWeight: '794',
    currentShippingPriceSet: dollars('5.95'),
    currentTotalTaxSet: dollars('2.97'),
    currentTotalDiscountsSet: dollars('3.6'),
    currentTotalPriceSet: dollars('41.32'),
    shippingAddress: {
      name: 'Ada Lovelace',
      firstName: 'Ada',
      lastName: 'Lovelace',
      company: null,
      address1: '12 Analytical Way',
      address2: 'Unit 3',
      city: 'Austin',
      province: 'Texas',
      provinceCode: 'TX',
      zip: '78701',
      country: 'United States',
      countryCodeV2: 'US',
      phone: '+15125550100',
    },
    lineItems: [aShopifyLine()],
    ...given,
  };
}
