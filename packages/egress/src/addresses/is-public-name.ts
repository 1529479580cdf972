/** Names that mean this machine or a private network wherever they are looked up, with all that ends in them. */
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
  // In public DNS, made to point at loopback or at any address that the name spells.
  'localtest.me',
  'lvh.me',
  'nip.io',
  'sslip.io',
  'xip.io',
] as const;

const LABEL = /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/;

/** Whether a lower-case ASCII host name, without a final dot, is one of the public DNS. Says nothing of what it resolves to. */
export function isPublicName(name: string): boolean {
  const labels = name.split('.');
  return (
    name.length <= 253 &&
    labels.length >= 2 &&
    labels.every((label) => LABEL.test(label)) &&
    !PRIVATE_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
  );
}
