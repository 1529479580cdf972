interface Write {
  key: Buffer;
  /** Undefined when the entry was removed. */
  value: Buffer | undefined;
}

/** The writes of one transaction. Commands outside the transaction do not see them before the commit. */
export class Transaction {
  /** Resolves when the transaction is committed or aborted. */
  readonly ended: Promise<void>;
  end = () => {};
  /** Keys that no other transaction may write until this transaction has ended. */
  readonly claimed: string[] = [];
  private readonly writes = new Map<string, Write>();

  constructor(
    /** The number of commits before the transaction began. */
    readonly begunAt: number,
    /** Claims a key for this transaction. Throws `WriteConflict`. */
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

  /** Returns the transaction's writes with `from <= key < to`. */
  within(from: Buffer, to: Buffer): Write[] {
    return [...this.writes.values()].filter(({ key }) => from.compare(key) <= 0 && key.compare(to) < 0);
  }
}

export const nameOf = (key: Buffer): string => key.toString('latin1');
