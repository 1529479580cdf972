interface Write {
  key: Buffer;
  /** Undefined: removed. */
  value: Buffer | undefined;
}

/** What a transaction has written: nobody else sees it before the commit. */
export class Transaction {
  /** Resolves when it is committed or aborted. */
  readonly ended: Promise<void>;
  end = () => {};
  /** Keys that nobody else may write until then. */
  readonly claimed: string[] = [];
  private readonly writes = new Map<string, Write>();

  constructor(
    /** How many commits there were before it. */
    readonly begunAt: number,
    /** Takes a key for this transaction alone. Throws `WriteConflict`. */
    private readonly take: (key: string, transaction: Transaction) => void,
  ) {
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  claim(key: Buffer): void {
    this.take(nameOf(key), this);
  }

  get(key: Buffer): Write | undefined {
    return this.writes.get(nameOf(key));
  }

  set(key: Buffer, value: Buffer | undefined): void {
    this.writes.set(nameOf(key), { key, value });
  }

  all(): Iterable<Write> {
    return this.writes.values();
  }

  /** Its writes with `from <= key < to`. */
  within(from: Buffer, to: Buffer): Write[] {
    return [...this.writes.values()].filter(({ key }) => from.compare(key) <= 0 && key.compare(to) < 0);
  }
}

/** A key as a key of a map. */
export const nameOf = (key: Buffer): string => key.toString('latin1');
