import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  readonly pages: number;
  /** In points. */
  readonly size: readonly [width: number, height: number];
  readonly lines: readonly string[];
  /** The number of closed outlines and rectangles: the bars and dark squares of the codes. */
  readonly outlines: number;
  /** The bar code: the widths of bar, space, bar … in units of the narrowest bar. */
  readonly modules: readonly number[];
}

/**
 * Reads what a PDF of this service shows. Its streams are compressed, and its texts are Windows-1252 in hexadecimal.
 */
export function readPdf(file: Buffer): ReadPdf {
  const source = file.toString('latin1');
  if (!source.startsWith('%PDF-') || !source.trimEnd().endsWith('%%EOF')) throw new Error('not a PDF file');
  const box = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(source);
  const content = [...source.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map((stream) =>
    inflate(stream[1] as string),
  );
  const shown = content.flatMap((drawing) =>
    [...drawing.matchAll(/\[((?:<[0-9a-f]*>|[\s\d.-])*)\] TJ/g)].map((show) => decode(show[1] as string)),
  );
  return {
    pages: source.match(/\/Type \/Page\n/g)?.length ?? 0,
    size: [Number(box?.[1]), Number(box?.[2])],
    lines: shown,
    modules: modulesOf(content.join('\n')),
    outlines: content.join('\n').match(/\b(?:h|re)\n/g)?.length ?? 0,
  };
}

/**
 * Returns the widths of bars and spaces. A bar is a rectangle that is much longer than wide and begins at the edge of
 * the code.
 */
function modulesOf(drawing: string): number[] {
  const bars = [...drawing.matchAll(/^([\d.]+) 0 ([\d.]+) \d\d[\d.]* re$/gm)].map((bar) => {
    const [left, width] = [Number(bar[1]), Number(bar[2])];
    return [left, left + width] as const;
  });
  const edges = bars.sort(([a], [b]) => a - b).flat();
  const widths = edges.slice(1).map((edge, at) => edge - (edges[at] as number));
  const narrowest = Math.min(...widths);
  return widths.map((width) => width / narrowest);
}

function inflate(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
  } catch {
    return '';
  }
}

/**
 * The characters that Windows-1252 has in place of the control characters of Latin-1. The decoder of Node 20 leaves
 * them out.
 */
const BEYOND_LATIN_1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decode = (parts: string): string =>
  [...parts.matchAll(/<([0-9a-f]*)>/g)]
    .flatMap((part) => [...Buffer.from(part[1] as string, 'hex')])
    .map((byte) => (byte >= 0x80 && byte < 0xa0 ? BEYOND_LATIN_1[byte - 0x80] : String.fromCharCode(byte)))
    .join('');
