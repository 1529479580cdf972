/** The bundler puts stylesheets into the document. */
declare module '*.css';
