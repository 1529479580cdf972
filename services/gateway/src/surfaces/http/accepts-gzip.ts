const REFUSED = /^q=0(?:\.0*)?$/;

/** Returns whether the header names gzip and does not refuse it (RFC 9110, 12.5.3). */
export function acceptsGzip(header: string | string[] | undefined): boolean {
  if (header === undefined) return false;
  return String(header)
    .toLowerCase()
    .split(',')
    .some((one) => {
      const [coding, ...parameters] = one.split(';').map((part) => part.trim());
      return coding === 'gzip' && !parameters.some((parameter) => REFUSED.test(parameter));
    });
}
