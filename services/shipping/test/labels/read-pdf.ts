import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  readonly pages: number;
  /** Points. */
  readonly size: readonly [width: number, height: number];
  /** Everything that was shown, one entry a line of text. */
  readonly lines: readonly string[];
  /** Closed outlines and rectangles: the bars and modules of the symbols. */
  readonly outlines: number;
  /** Of the linear code: widths of bar, space, bar, … in units of the narrowest. */
  readonly modules: readonly number[];
}

/** Reads back what a file of ours shows: its streams are deflated, its texts hexadecimal in Windows-1252. */
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

/** The bars are rectangles that run from the edge of their symbol over many times their width. */
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

/** What Windows-1252 puts in the place of Latin-1's control characters; Node 20's own decoder leaves them out. */
const BEYOND_LATIN_1 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const decode = (parts: string): string =>
  [...parts.matchAll(/<([0-9a-f]*)>/g)]
    .flatMap((part) => [...Buffer.from(part[1] as string, 'hex')])
    .map((byte) => (byte >= 0x80 && byte < 0xa0 ? BEYOND_LATIN_1[byte - 0x80] : String.fromCharCode(byte)))
    .join('');
