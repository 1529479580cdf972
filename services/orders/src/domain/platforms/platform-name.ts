export const PLATFORMS = ['sandbox', 'shopify', 'woocommerce'] as const;
export type PlatformName = (typeof PLATFORMS)[number];

export const isPlatform = (name: string): name is PlatformName =>
  (PLATFORMS as readonly string[]).includes(name);
