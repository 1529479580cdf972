import { cleanSavedText } from '@parcelyard/service-kit/clean-saved-text';
import type { Judge } from '../judge';

const LAST = 0x10ffff;

/**
 * The code points that are to be removed from saved texts, from the Unicode Character Database in Python's library:
 * general categories Cc, Zl and Zp, the explicit directional formatting characters of UAX 9, and the block Tags.
 */
const PROGRAM = `
import json, unicodedata
explicit = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
out = [point for point in range(0x110000)
       if unicodedata.category(chr(point)) in ("Cc", "Zl", "Zp")
       or unicodedata.bidirectional(chr(point)) in explicit
       or 0xE0000 <= point <= 0xE007F]
print(json.dumps({"version": unicodedata.unidata_version, "out": out}))
`;

export const unicodeDatabase: Judge = {
  name: 'unicode-database',
  proves: 'Texts are saved without control, direction and tag characters, and with all other characters.',
  needs: ['python3'],
  async judge(workshop) {
    const answer = await workshop.run('python3', ['-c', PROGRAM]);
    const { version, out } = JSON.parse(answer) as { version: string; out: number[] };
    const unwanted = new Set(out);
    const faults: string[] = [];
    for (let point = 0; point <= LAST; point += 1) {
      const text = `a${String.fromCodePoint(point)}b`;
      const isKept = cleanSavedText(text) === text;
      if (isKept !== unwanted.has(point)) continue;
      faults.push(`U+${point.toString(16)} is ${isKept ? 'kept' : 'removed'}`);
    }
    return { version: `Unicode ${version} of Python`, checked: LAST + 1, faults };
  },
};
