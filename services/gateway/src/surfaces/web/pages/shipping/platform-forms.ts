import type { ConnectPlatformRequest } from '@parcelyard/contracts/orders';

type Store = NonNullable<ConnectPlatformRequest['store']>;

interface PlatformField {
  /**
   * The field's name in the form. Errors of the orders service name the field in the same way. No other field on the
   * page has this name.
   */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly required: boolean;
  /** Present when the page must never show the value again. */
  readonly secret?: true;
}

export interface PlatformForm {
  readonly platform: string;
  readonly title: string;
  readonly fields: readonly PlatformField[];
  /** @param text returns the trimmed value of the field with this name */
  store(text: (name: string) => string): Store;
}

/** The fields that connect a store, by platform. @see docs/platforms.md */
export const PLATFORM_FORMS: readonly PlatformForm[] = [
  {
    platform: 'shopify',
    title: 'Shopify',
    fields: [
      { name: 'shop', label: 'Shop', hint: 'For example: mugs.myshopify.com', required: true },
      { name: 'client_id', label: 'Client id', required: false },
      { name: 'client_secret', label: 'Client secret', required: false, secret: true },
      {
        name: 'access_token',
        label: 'Admin access token',
        required: false,
        secret: true,
        hint: 'Only for a custom app created before 2026. Leave client id and secret empty.',
      },
    ],
    store: (text) => ({
      $case: 'shopify',
      shopify: {
        shop: text('shop'),
        clientId: text('client_id'),
        clientSecret: text('client_secret'),
        accessToken: text('access_token'),
      },
    }),
  },
  {
    platform: 'woocommerce',
    title: 'WooCommerce',
    fields: [
      {
        name: 'url',
        label: 'Address of the site',
        hint: 'For example: https://mugs.example',
        required: true,
      },
      { name: 'consumer_key', label: 'Consumer key', required: true },
      { name: 'consumer_secret', label: 'Consumer secret', required: true, secret: true },
    ],
    store: (text) => ({
      $case: 'woocommerce',
      woocommerce: {
        url: text('url'),
        consumerKey: text('consumer_key'),
        consumerSecret: text('consumer_secret'),
      },
    }),
  },
  {
    platform: 'sandbox',
    title: 'Sandbox',
    fields: [],
    store: () => ({ $case: 'sandbox', sandbox: { ordersPerDay: 0 } }),
  },
];

/** Returns the name of the field for the store's name. Each form has a separate field. */
export const nameField = (platform: string): string => `${platform}_name`;
