import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { keepText } from '../../src/surfaces/mcp/kept-text';

describe('a text whose start is kept', () => {
  it('is the same plain and compressed, whatever ends it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.uint8Array({ maxLength: 300 }), (start, end) => {
        const kept = keepText(Buffer.from(start));
        const whole = Buffer.concat([start, end]);
        expect(Buffer.concat(kept.plain(Buffer.from(end)))).toEqual(whole);
        expect(gunzipSync(Buffer.concat(kept.gzipped(Buffer.from(end)) as Buffer[]))).toEqual(whole);
      }),
    );
  });

  it('is compressed up to the longest end that fits, and not beyond', () => {
    const kept = keepText(Buffer.from('start'));
    const longest = Buffer.alloc(0xffff, 'x');
    const gzipped = kept.gzipped(longest) as Buffer[];
    expect(gunzipSync(Buffer.concat(gzipped)).length).toBe('start'.length + longest.length);
    expect(kept.gzipped(Buffer.alloc(0x10000))).toBeUndefined();
  });
});
