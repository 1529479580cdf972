/**
 * The TypeScript client as an npm package. A build replaces this module (scripts/bundle.mjs). Without a build, as in
 * unit tests, there is no client.
 */
export const clientPackage: Buffer = Buffer.alloc(0);
export const clientVersion: string = '0.0.0';
