import type { ImportedOrder } from '@parcelyard/contracts/orders';

export const orderContents = (
  product: { readonly name: string; readonly priceCents: number },
  quantity: number,
): Pick<ImportedOrder, 'items' | 'shippingCents' | 'taxCents' | 'handlingCents' | 'discountCents'> => ({
  items: [
    {
      itemId: 0,
      name: product.name,
      sku: product.name.toUpperCase().replaceAll(' ', '-'),
      quantity,
      priceCents: product.priceCents,
    },
  ],
  shippingCents: 595,
  taxCents: Math.round(product.priceCents * quantity * 0.0825),
  handlingCents: 0,
  discountCents: 0,
});
