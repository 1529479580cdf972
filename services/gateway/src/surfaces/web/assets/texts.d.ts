/** Files that the bundler and the tests import as text: style sheets, browser scripts, code of the guide. */
declare module '*.css' {
  const text: string;
  export default text;
}
declare module '*.browser.js' {
  const text: string;
  export default text;
}
declare module '*.go' {
  const text: string;
  export default text;
}
declare module '*.php' {
  const text: string;
  export default text;
}
