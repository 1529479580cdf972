import type { Product } from '@parcelyard/contracts/orders';

const product = (
  name: string,
  priceCents: number,
  description: string,
  catalog?: string,
  active = true,
): Product => ({ productId: 0, name, description, priceCents, active, ...(catalog ? { catalog } : {}) });

export const demoProducts: Product[] = [
  product('Beeswax candle', 1_450, 'Hand-poured pillar candle, burns 40 hours', 'Home'),
  product('Ceramic mug', 1_900, 'Stoneware mug, 12 fl oz, speckled glaze', 'Kitchen'),
  product('Linen apron', 3_800, 'Washed linen apron with two pockets', 'Kitchen'),
  product('Oak cutting board', 4_600, 'End-grain board, 14 by 10 inches', 'Kitchen'),
  product('Wool throw', 8_900, 'Merino throw, 50 by 70 inches', 'Home'),
  product('Field notebook', 950, 'Pocket notebook, 64 dotted pages', 'Paper'),
  product('Gift card', 2_500, 'Printed card with a code inside'),
  product('Winter wreath', 5_200, 'Seasonal wreath of fir and eucalyptus', 'Home', false),
];
