/** Returns the document that a query found, converted; undefined when the query found none. */
export const ifFound = <Found, Result>(
  document: Found | null | undefined,
  convert: (document: Found) => Result,
): Result | undefined => (document ? convert(document) : undefined);
