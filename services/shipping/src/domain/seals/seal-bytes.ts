/** Writes values in few bytes. The reader reads them in the same order, so nothing separates them. */
export class ByteWriter {
  readonly #parts: Buffer[] = [];

  /**
   * Writes a whole number from 0 to 2^53 - 1, seven bits in each byte, lowest bits first. The top bit of a byte means
   * that another byte follows.
   */
  count(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is not a count.`);
    const bytes: number[] = [];
    let rest = value;
    // Divides, because bitwise operators work only up to 32 bits.
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

  /** Writes bytes without their length, which the reader must know. */
  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

export class ByteReader {
  #position = 0;

  constructor(private readonly content: Buffer) {}

  /** @throws RangeError when the bytes end too early, like every other read method */
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

  /** @throws RangeError when bytes are left after the last value; a seal of ours has no such bytes */
  end(): void {
    if (!this.atEnd()) throw new RangeError('the content goes on');
  }
}

/**
 * Returns the bytes of a base64url text. Several texts can stand for the same bytes, but only the standard one is
 * accepted. For any other text, returns undefined.
 */
export function exactBytes(token: string): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : undefined;
}
