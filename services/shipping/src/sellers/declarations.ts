import { easypost } from './easypost/declaration';
import { sandbox } from './sandbox/declaration';
import type { SellerDeclaration } from './seller-declaration';
import { shipengine } from './shipengine/declaration';
import { shippo } from './shippo/declaration';

/**
 * The sellers of labels: the sandbox, and companies that sell real labels. Seals store a seller as its position in this
 * list. So add new sellers at the end, and never remove one.
 */
export const DECLARATIONS = [
  sandbox,
  easypost,
  shippo,
  shipengine,
] as const satisfies readonly SellerDeclaration[];
