/**
 * The TypeScript client as an npm package, and its version. The bundler replaces this module with both
 * (scripts/bundle.mjs). A gateway that runs from its sources, as in unit tests, has no client.
 */
export const clientPackage: Buffer = Buffer.alloc(0);
export const clientVersion: string = '0.0.0';
