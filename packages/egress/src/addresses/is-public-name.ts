/** Suffixes of names that always mean this machine or a private network. */
const PRIVATE_SUFFIXES = [
  'localhost',
  'local',
  'localdomain',
  'internal',
  'intranet',
  'private',
  'lan',
  'corp',
  'home',
  'home.arpa',
  // Public DNS names that resolve to loopback, or to any address written in the name.
  'localtest.me',
  'lvh.me',
  'nip.io',
  'sslip.io',
  'xip.io',
] as const;

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/**
 * Returns whether a lower-case ASCII host name, without a final dot, belongs to public DNS. The name is not resolved.
 */
export function isPublicName(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  );
}
