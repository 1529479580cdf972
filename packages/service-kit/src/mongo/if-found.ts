/** The document that a query found, converted; undefined when it found none. */
export const ifFound = <Found, Result>(
  document: Found | null | undefined,
  convert: (document: Found) => Result,
): Result | undefined => (document ? convert(document) : undefined);
