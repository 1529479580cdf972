import { easypost } from './easypost/declaration';
import { sandbox } from './sandbox/declaration';
import type { SellerDeclaration } from './seller-declaration';
import { shipengine } from './shipengine/declaration';
import { shippo } from './shippo/declaration';

/**
 * The sellers of labels: the sandbox, or companies that sell real carriers' labels. Seals store a seller's index in
 * this list. So append new sellers at the end and never remove one.
 */
export const DECLARATIONS = [
  sandbox,
  easypost,
  shippo,
  shipengine,
] as const satisfies readonly SellerDeclaration[];
