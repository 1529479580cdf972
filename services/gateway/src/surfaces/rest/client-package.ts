/**
 * The TypeScript client, packed for npm. The bundler puts its bytes in the place of this module (scripts/bundle.mjs); a
 * gateway that runs from its sources, as in unit tests, has none.
 */
export const clientPackage: Buffer = Buffer.alloc(0);
