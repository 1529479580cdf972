import { isIP } from 'node:net';
import { isPublicAddress } from './addresses/is-public-address';
import { isPublicName } from './addresses/is-public-name';
import { ForbiddenUrlError } from './egress-error';

export type Protocol = 'http:' | 'https:';

export interface Target {
  readonly url: URL;
  /** An IP address without brackets, or a name without a final dot. */
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  /** Whether the list of exceptions contains the target. If so, its addresses are not checked. */
  readonly exempt: boolean;
}

const MAX_LENGTH = 2_048;

/** Ports of protocols other than HTTP. Browsers block the same ports (Fetch standard, "bad port"). */
const FOREIGN_PORTS = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/**
 * Parses an address for requests, without resolving it. The text must be exactly an absolute URL. Input that parsers
 * repair (`http:/host`, backslashes, spaces) is refused, because the next parser may repair it differently.
 * @throws EgressError `refused`
 */
export function readTarget(
  text: string,
  protocols: readonly Protocol[],
  exceptions: ReadonlySet<string>,
): Target {
  const schemes = protocols.map((protocol) => protocol.slice(0, -1));
  if (text.length > MAX_LENGTH) refuse(`must be at most ${MAX_LENGTH} characters long`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these characters are refused
  if (/[\s\\\u0000-\u001f\u007f]/.test(text) || !/^https?:\/\/[^/?#]/i.test(text) || !URL.canParse(text)) {
    refuse(`must be an absolute ${schemes.join(' or ')} URL`);
  }
  const url = new URL(text);
  if (!protocols.includes(url.protocol as Protocol)) {
    refuse(`must be an absolute ${schemes.join(' or ')} URL`);
  }
  if (/^[^/?#]*@/.test(text.slice(url.protocol.length + 2))) refuse('must not carry a user name or password');

  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const exempt = exceptions.has(`${url.hostname.replace(/\.$/, '')}:${port}`);
  if (!exempt) {
    if (!(isIP(host) ? isPublicAddress(host) : isPublicName(host))) refuse('must be on a public host');
    if (port === 0 || FOREIGN_PORTS.has(port)) refuse(`must not use port ${port}`);
  }
  return { url, host, port, secure, exempt };
}

function refuse(rule: string): never {
  throw new ForbiddenUrlError(rule);
}
