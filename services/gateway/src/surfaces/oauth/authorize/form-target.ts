/**
 * What the approval page's policy must allow beside our own origin: browsers hold the redirect after a form to
 * `form-action`, too. The policy has no way to write an IPv6 address, so that for those the scheme must do.
 */
export function formTarget(redirectUri: string): string {
  const { origin, protocol, hostname } = new URL(redirectUri);
  return hostname.startsWith('[') ? protocol : origin;
}
