const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Web addresses without a fragment, to which a browser can be sent with a code (OAuth 2.1 §2.3.1). */
export function isWebAddress(text: string): boolean {
  if (!VISIBLE_ASCII.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return username === '' && password === '' && (protocol === 'https:' || protocol === 'http:');
}
