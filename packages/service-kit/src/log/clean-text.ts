/** The patterns of private data. Each runs in linear time, because a request may contain a long text. */
const PATTERNS: readonly [RegExp, string][] = [
  // Control characters. JSON escapes only the ASCII control characters. Line breaks and tabs stay, because stack traces
  // have them.
  [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are removed
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g,
    ' ',
  ],
  [/\/\/[^/\s]*@/g, '//[credentials]@'],
  [/\bOAUTH2\.[\w-]+/g, '[token]'],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [token]'],
  [/\bBasic\s+[A-Za-z0-9+/]{8,}=*/g, 'Basic [token]'],
  [/\beyJ[\w.-]{8,}/g, '[token]'],
  // Keys of EasyPost, Stripe, Shopify and WooCommerce. These services may repeat the key when they refuse a request.
  [
    /\b(?:EZ[AT]K[\w-]+|[rs]k_(?:live|test)_\w+|whsec_[\w-]+|shp(?:at|ca|pa|ss)_\w+|c[ks]_[0-9a-f]{16,})/g,
    '[key]',
  ],
  // MongoDB's errors contain the values of a duplicate key. Everything up to the stack trace is removed.
  [/dup key: \{.*?(?=\n {4}at |$)/gs, 'dup key'],
];

const WORD = /[^\s<>"'`(),:;[\]]+/g;
const UP_TO_DOMAIN = /^.+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/su;

/** Maximum length of a text in a log line, including an error's stack. */
const MAX_LENGTH = 16_384;
/**
 * After a long text is cut, its last characters are removed, too, as many as this. The cut may split an e-mail address,
 * and the rest of the address would not be recognised as private. No address is longer than this.
 */
const CUT_ADDRESS = 320;

/** Removes private data that errors of other libraries contain: addresses, tokens, credentials, key values. */
export function cleanText(text: string): string {
  if (text.length <= MAX_LENGTH) return clean(text);
  return `${clean(text.slice(0, MAX_LENGTH)).slice(0, -CUT_ADDRESS)}… (${text.length} characters)`;
}

function clean(text: string): string {
  let result = text;
  for (const [pattern, replacement] of PATTERNS) result = result.replaceAll(pattern, replacement);
  return result.replaceAll(WORD, (word) => word.replace(UP_TO_DOMAIN, '[e-mail]'));
}
