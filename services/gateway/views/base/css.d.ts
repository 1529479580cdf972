/** Lets TypeScript import stylesheets, which the bundler puts into the document. */
declare module '*.css';
