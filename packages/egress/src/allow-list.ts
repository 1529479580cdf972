import { list } from '@parcelyard/service-kit/config';

/**
 * The schema of the variable `EGRESS_ALLOW`: comma-separated `host:port` pairs to which requests may be sent even if
 * their addresses are not public. For local tests; empty in production.
 */
export const egressAllow = () =>
  list().refine((entries) => entries.every((entry) => hostAndPort(entry) !== undefined), {
    error: 'must be host:port[,host:port…]',
  });

/** @throws TypeError for an entry that is not `host:port` */
export function parseAllowList(entries: readonly string[]): ReadonlySet<string> {
  return new Set(
    entries.map((entry) => {
      const pair = hostAndPort(entry);
      if (pair === undefined) throw new TypeError('An exception for outgoing requests must be host:port.');
      return pair;
    }),
  );
}

/** Returns `host:port` in the form that is used to compare URLs. */
function hostAndPort(entry: string): string | undefined {
  const [, host, port] = /^([^\s/@?#\\]+):(\d{1,5})$/.exec(entry) ?? [];
  if (host === undefined || !URL.canParse(`http://${host}`)) return undefined;
  const number = Number(port);
  if (number < 1 || number > 65_535) return undefined;
  return `${new URL(`http://${host}`).hostname.replace(/\.$/, '')}:${number}`;
}
