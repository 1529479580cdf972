const PATTERNS: readonly [RegExp, string][] = [
  [/[^\s<>"'`(),:;]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+/g, '[e-mail]'],
  [/\/\/[^/\s@]*@/g, '//[credentials]@'],
  [/\bOAUTH2\.[\w-]+/g, '[token]'],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [token]'],
  [/\beyJ[\w-]+\.[\w.-]+/g, '[token]'],
  // MongoDB repeats the values of a duplicate key.
  [/dup key: \{.*\}/g, 'dup key'],
];

/** Takes out of a sentence what other people's errors like to repeat: addresses, tokens, credentials, key values. */
export function cleanText(text: string): string {
  let clean = text;
  for (const [pattern, replacement] of PATTERNS) clean = clean.replaceAll(pattern, replacement);
  return clean;
}
