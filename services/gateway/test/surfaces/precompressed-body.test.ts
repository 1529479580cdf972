import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { precompress } from '../../src/surfaces/mcp/precompressed-body';

describe('a body with a precompressed start', () => {
  it('is the same plain and compressed, with any end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), fc.uint8Array({ maxLength: 300 }), (start, end) => {
        const body = precompress(Buffer.from(start));
        const whole = Buffer.concat([start, end]);
        expect(Buffer.concat(body.plain(Buffer.from(end)))).toEqual(whole);
        expect(gunzipSync(Buffer.concat(body.gzipped(Buffer.from(end)) as Buffer[]))).toEqual(whole);
      }),
    );
  });

  it('is compressed up to the maximum length of the end', () => {
    const body = precompress(Buffer.from('start'));
    const longest = Buffer.alloc(0xffff, 'x');
    const gzipped = body.gzipped(longest) as Buffer[];
    expect(gunzipSync(Buffer.concat(gzipped)).length).toBe('start'.length + longest.length);
    expect(body.gzipped(Buffer.alloc(0x10000))).toBeUndefined();
  });
});
