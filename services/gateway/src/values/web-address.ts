const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/**
 * Whether the text is a web address without a fragment. Only to such an address may a browser be sent with a code
 * (OAuth 2.1 §2.3.1).
 */
export function isWebAddress(text: string): boolean {
  if (!VISIBLE_ASCII.test(text) || text.includes('#') || !URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return username === '' && password === '' && (protocol === 'https:' || protocol === 'http:');
}
