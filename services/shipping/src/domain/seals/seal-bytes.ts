/** Writes the values of a token or signature in few bytes. A reader needs no separators between the values. */
export class ByteWriter {
  readonly #parts: Buffer[] = [];

  /**
   * Writes a whole number from 0 to 2^53 - 1, seven bits per byte, lowest bits first. The top bit means that more bytes
   * follow.
   */
  count(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no count.`);
    const bytes: number[] = [];
    let rest = value;
    // Division is used, because bitwise operators would cut the value to 32 bits.
    for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) + 0x80);
    return this.raw(Buffer.from([...bytes, rest]));
  }

  double(value: number): this {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    return this.raw(bytes);
  }

  text(value: string): this {
    const bytes = Buffer.from(value, 'utf8');
    return this.count(bytes.length).raw(bytes);
  }

  /** Writes bytes without their length. The reader must know the length. */
  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Reads the values of a `ByteWriter`, in the same order. */
export class ByteReader {
  #position = 0;

  constructor(private readonly content: Buffer) {}

  /** @throws RangeError at the end of the content. All other reads do the same. */
  count(): number {
    let value = 0;
    for (let weight = 1; ; weight *= 0x80) {
      const byte = this.raw(1)[0] as number;
      value += (byte % 0x80) * weight;
      if (!Number.isSafeInteger(value)) throw new RangeError('a count is too long');
      if (byte < 0x80) return value;
    }
  }

  double(): number {
    return this.raw(8).readDoubleBE();
  }

  text(): string {
    return this.raw(this.count()).toString('utf8');
  }

  raw(length: number): Buffer {
    const end = this.#position + length;
    if (end > this.content.length) throw new RangeError('the content ends here');
    const bytes = this.content.subarray(this.#position, end);
    this.#position = end;
    return bytes;
  }

  atEnd(): boolean {
    return this.#position === this.content.length;
  }

  /** @throws RangeError when unread content is left. Tokens of this service never have unread content. */
  end(): void {
    if (!this.atEnd()) throw new RangeError('the content goes on');
  }
}

/** Returns the bytes of a token in canonical base64url. Undefined for any other encoding of the same bytes. */
export function exactBytes(token: string): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : undefined;
}
