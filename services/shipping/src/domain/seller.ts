/**
 * The sellers of labels: the sandbox, or a company that sells real carriers' labels. Seals store a seller's index in
 * this list, so append new ones and never remove one.
 */
export const SELLERS = ['sandbox', 'easypost'] as const;

export type Seller = (typeof SELLERS)[number];

const TITLES: Readonly<Record<Seller, string>> = { sandbox: 'the sandbox', easypost: 'EasyPost' };

/** True when real carriers accept its labels. */
export const isReal = (seller: Seller): boolean => seller !== 'sandbox';

/** Display name. A purchase may have a seller that this version does not know. */
export const sellerTitle = (seller: string): string => (TITLES as Record<string, string>)[seller] ?? seller;
