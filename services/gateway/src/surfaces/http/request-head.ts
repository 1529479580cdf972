/** The first line and the headers of a request. */
export interface RequestHead {
  /** The path and the query. */
  readonly url: string;
  /** Bytes of the head, plus its `Content-Length`. */
  readonly size: number;
  /** @param name in lower case */
  header(name: string): string | undefined;
}

const END = '\r\n\r\n';

/** The longest head that is read here. Longer ones are left to Node. */
const LONGEST_HEAD = 8_192;
const LONGEST_BODY = 1_048_576;

/**
 * The pattern is stricter than Node's parser. So every request that matches it ends at the same place for this code and
 * for Node.
 */
const HEAD =
  /^(?:GET|POST|PUT|PATCH|DELETE) ([!-~]+) HTTP\/1\.1\r\n((?:[!#$%&'*+.^_`|~\w-]+:[\t -~\x80-\xff]*\r\n)+)$/;

/** Headers that change where a request ends, or how its connection is used. Requests with them are left to Node. */
const HEADERS_FOR_NODE = ['transfer-encoding', 'expect', 'upgrade'];

/**
 * Reads the head of a plain request at the start of the bytes.
 * @returns undefined when the bytes begin with anything else
 */
export function requestHead(bytes: Buffer): RequestHead | undefined {
  const end = bytes.indexOf(END);
  if (end < 0 || end > LONGEST_HEAD) return undefined;
  const [, url, lines] = HEAD.exec(bytes.toString('latin1', 0, end + 2)) ?? [];
  if (url === undefined || lines === undefined) return undefined;
  const header = headersOf(lines);
  if (HEADERS_FOR_NODE.some((name) => header(name) !== undefined)) return undefined;
  if ((header('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return undefined;
  const length = header('content-length') ?? '0';
  if (!/^\d{1,7}$/.test(length) || Number(length) > LONGEST_BODY) return undefined;
  return { url, size: end + END.length + Number(length), header };
}

/**
 * Returns the headers. A header that was sent more than once gets an empty value, because it would be unclear which of
 * its values counts.
 */
function headersOf(lines: string): RequestHead['header'] {
  const all = `\n${lines}`;
  const lower = all.toLowerCase();
  return (name) => {
    const at = lower.indexOf(`\n${name}:`);
    if (at < 0) return undefined;
    const from = at + name.length + 2;
    if (lower.indexOf(`\n${name}:`, from) >= 0) return '';
    return all.slice(from, all.indexOf('\r', from)).trim();
  };
}
