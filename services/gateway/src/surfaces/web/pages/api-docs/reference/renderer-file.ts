/**
 * The file of the renderer's script, compressed by gzip, and a hash of its content. The bundler writes the file and
 * replaces this module (scripts/bundle.mjs). A gateway that runs from its sources, as in unit tests, has no renderer.
 */
export const rendererFile: URL | undefined = undefined;
export const rendererHash: string = 'none';
