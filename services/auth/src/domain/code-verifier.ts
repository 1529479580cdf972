/** RFC 7636 §4.1: 43 to 128 unreserved characters. */
const CODE_VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/;

export const isCodeVerifier = (text: string): boolean => CODE_VERIFIER.test(text);
