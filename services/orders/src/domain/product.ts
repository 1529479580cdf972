import type { Cents } from '@parcelyard/money/cents';

export interface Product {
  productId: number;
  name: string;
  catalog?: string | undefined;
  description: string;
  priceCents: Cents;
  active: boolean;
}

/** What a line of an order says of the catalogue. */
export interface ProductPrice {
  name: string;
  /** Absent: the line gives none. */
  priceCents?: Cents | undefined;
}

/** What makes two names the same product: case and blanks do not count. It is also the key to sort by, A to Z. */
export const productKey = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase();
