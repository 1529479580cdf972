/**
 * Each takes time in proportion to the text: a pattern either consumes whatever it has read, or begins where no other
 * attempt has read. Texts come from requests, up to their whole size.
 */
const PATTERNS: readonly [RegExp, string][] = [
  // JSON escapes the ASCII ones only. A line break and a tab belong to stacks.
  [
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g,
    ' ',
  ],
  [/\/\/[^/\s]*@/g, '//[credentials]@'],
  [/\bOAUTH2\.[\w-]+/g, '[token]'],
  [/\bBearer\s+[\w.~+/-]+=*/gi, 'Bearer [token]'],
  [/\bBasic\s+[A-Za-z0-9+/]{8,}=*/g, 'Basic [token]'],
  [/\beyJ[\w.-]{8,}/g, '[token]'],
  // Keys of EasyPost, Stripe, Shopify and WooCommerce, which their services may repeat when they refuse one.
  [
    /\b(?:EZ[AT]K[\w-]+|[rs]k_(?:live|test)_\w+|whsec_[\w-]+|shp(?:at|ca|pa|ss)_\w+|c[ks]_[0-9a-f]{16,})/g,
    '[key]',
  ],
  // MongoDB repeats the values of a duplicate key; behind them comes the stack, if anything.
  [/dup key: \{.*?(?=\n {4}at |$)/gs, 'dup key'],
];

const WORD = /[^\s<>"'`(),:;[\]]+/g;
const UP_TO_DOMAIN = /^.+(?:@|%40)[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/su;

/** A text of a log line, the stack of an error included; nobody reads on behind that. */
const MAX_LENGTH = 16_384;
/** Longer than an address, which the cut may have made one that is not recognised. */
const CUT_ADDRESS = 320;

/** Takes out of a text what other people's errors like to repeat: addresses, tokens, credentials, key values. */
export function cleanText(text: string): string {
  if (text.length <= MAX_LENGTH) return clean(text);
  return `${clean(text.slice(0, MAX_LENGTH)).slice(0, -CUT_ADDRESS)}… (${text.length} characters)`;
}

function clean(text: string): string {
  let result = text;
  for (const [pattern, replacement] of PATTERNS) result = result.replaceAll(pattern, replacement);
  return result.replaceAll(WORD, (word) => word.replace(UP_TO_DOMAIN, '[e-mail]'));
}
