/** What a token or a signature says, as few bytes as it can be: each value says where it ends. */
export class ByteWriter {
  readonly #parts: Buffer[] = [];

  /** A whole number of 0 to 2^53 - 1, seven bits a byte, the lowest first; the top bit says that more follow. */
  count(value: number): this {
    if (!Number.isSafeInteger(value) || value < 0) throw new Error(`${value} is no count.`);
    const bytes: number[] = [];
    let rest = value;
    // No bitwise operators: they would cut at 32 bits.
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

  /** Bytes whose number the reader knows. */
  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Reads what a `ByteWriter` wrote, in the same order. */
export class ByteReader {
  #position = 0;

  constructor(private readonly content: Buffer) {}

  /** @throws RangeError at the end of the content, like every other read */
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

  /** @throws RangeError when something is left: nothing that we wrote has it */
  end(): void {
    if (!this.atEnd()) throw new RangeError('the content goes on');
  }
}

/** The bytes of a token that is written in the one way that gives them; a lenient reading would accept changed ones. */
export function exactBytes(token: string): Buffer | undefined {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : undefined;
}
