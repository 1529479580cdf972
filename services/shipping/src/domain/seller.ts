import { DECLARATIONS } from '../sellers/declarations';
import type { SellerDeclaration } from '../sellers/seller-declaration';

/** The name of a seller of labels. */
export type Seller = (typeof DECLARATIONS)[number]['name'];

/** All sellers that this version knows, configured or not. Seals store a seller's place in this list. */
export const SELLERS: readonly Seller[] = DECLARATIONS.map(({ name }) => name);

const declarationOf = (seller: string): SellerDeclaration | undefined =>
  DECLARATIONS.find(({ name }) => name === seller);

/** True when real carriers accept its labels. */
export const isReal = (seller: Seller): boolean => declarationOf(seller)?.isReal ?? true;

/** Display name. A purchase may have a seller that this version does not know. */
export const sellerTitle = (seller: string): string => declarationOf(seller)?.title ?? seller;

/** The variable that names the deployment's own carrier accounts at a seller, if it has one. */
export const accountsVariable = (seller: Seller): string | undefined =>
  declarationOf(seller)?.accountsVariable;

/** Codes of all carriers that any seller can sell. */
export const CARRIER_CODES: readonly string[] = [
  ...new Set(DECLARATIONS.flatMap(({ carriers }) => carriers)),
];
