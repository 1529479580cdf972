/**
 * Through whom labels are bought: the sandbox, or a company that sells those of real carriers. A rate's seal says its seller
 * by its place here: new ones come last, and none is taken out.
 */
export const SELLERS = ['sandbox', 'easypost'] as const;

export type Seller = (typeof SELLERS)[number];

const TITLES: Readonly<Record<Seller, string>> = { sandbox: 'the sandbox', easypost: 'EasyPost' };

/** Whether real carriers take its labels. */
export const isReal = (seller: Seller): boolean => seller !== 'sandbox';

/** As people write it; a purchase may be of a seller that this version does not know. */
export const sellerTitle = (seller: string): string => (TITLES as Record<string, string>)[seller] ?? seller;
