/**
 * The TypeScript client, packed for npm, and its version. The bundler puts both in the place of this module
 * (scripts/bundle.mjs); a gateway that runs from its sources, as in unit tests, has none.
 */
export const clientPackage: Buffer = Buffer.alloc(0);
export const clientVersion: string = '0.0.0';
