/**
 * The script that renders the API reference, compressed with gzip, and its hash. A build writes the file and replaces
 * this module (scripts/bundle.mjs). Without a build, as in unit tests, there is no such file.
 */
export const rendererFile: URL | undefined = undefined;
export const rendererHash: string = 'none';
