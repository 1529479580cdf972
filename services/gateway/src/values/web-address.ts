const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * True for a web address without a fragment. An authorization code may be sent only to such an address (OAuth 2.1
 * §2.3.1).
 */
export function isWebAddress(text: string): boolean {
  if (!VISIBLE_ASCII.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return username === '' && password === '' && (protocol === 'https:' || protocol === 'http:');
}
