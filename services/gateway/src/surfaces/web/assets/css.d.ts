/** The bundler and the tests import a stylesheet as text. */
declare module '*.css' {
  const text: string;
  export default text;
}
