import { DECLARATIONS } from '../sellers/declarations';
import type { SellerDeclaration } from '../sellers/seller-declaration';

export type Seller = (typeof DECLARATIONS)[number]['name'];

/** All sellers that this version knows, configured or not. Seals store a seller as its position in this list. */
export const SELLERS: readonly Seller[] = DECLARATIONS.map(({ name }) => name);

const declarationOf = (seller: string): SellerDeclaration | undefined =>
  DECLARATIONS.find(({ name }) => name === seller);

/** Returns whether the seller's labels are real, and not samples. */
export const isReal = (seller: Seller): boolean => declarationOf(seller)?.isReal ?? true;

/**
 * Returns the seller's display name. If this version does not know the seller, returns the name that is stored in the
 * purchase.
 */
export const sellerTitle = (seller: string): string => declarationOf(seller)?.title ?? seller;

/**
 * Returns the variable that lists the operator's carrier accounts at a seller. Undefined when the seller has no such
 * variable.
 */
export const accountsVariable = (seller: Seller): string | undefined =>
  declarationOf(seller)?.accountsVariable;

export const CARRIER_CODES: readonly string[] = [
  ...new Set(DECLARATIONS.flatMap(({ carriers }) => carriers)),
];
