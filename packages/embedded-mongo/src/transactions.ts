import { EngineError } from './engine-error';
import { META, type Storage } from './storage/storage';
import { Transaction } from './storage/transaction';

export interface TransactionName {
  session: Buffer;
  number: number;
  /** Whether this is the transaction's first command. */
  starts: boolean;
}

/**
 * Like MongoDB's transactionLifetimeLimitSeconds: when a client dies, its open transaction blocks other clients at most
 * for this time.
 */
const LIFETIME_MILLISECONDS = 5_000;
const TRANSIENT = { errorLabels: ['TransientTransactionError'] };

class WriteConflict extends EngineError {
  constructor(readonly owner: Transaction | undefined) {
    super('WriteConflict', 'Write conflict: another transaction writes the same document', TRANSIENT);
  }
}

/**
 * Transactions write several documents together or not at all. Their writes are invisible until the commit. When an
 * open transaction has written a document, a write outside of transactions waits before it changes the document, and a
 * write of another transaction to the document is refused. A transaction's write is also refused when the document
 * changed after the transaction began.
 */
export class Transactions {
  private readonly open = new Set<Transaction>();
  private readonly bySession = new Map<string, { number: number; transaction: Transaction }>();
  /** For each written key, the open transaction that wrote it. */
  private readonly owners = new Map<string, Transaction>();
  /**
   * For each written key, the number of the commit that last wrote it. The oldest commits come first. An entry is
   * removed when no transaction that began before the commit is open any more.
   */
  private readonly writtenAt = new Map<string, number>();
  private commits = 0;

  constructor(private readonly storage: Storage) {}

  /** Runs a command of a transaction. An error ends the transaction. */
  run<T extends object>(name: TransactionName, job: () => T): T | Promise<T> {
    const transaction = name.starts ? this.start(name) : this.find(name);
    return this.storage.write(() => {
      try {
        const reply = this.storage.within(transaction, job);
        if ('writeErrors' in reply || ('nErrors' in reply && reply.nErrors !== 0)) this.close(transaction);
        return reply;
      } catch (error) {
        this.close(transaction);
        throw error;
      }
    }, false);
  }

  /**
   * Commits a transaction. A repeated call is safe, because the number of a session's last commit is stored with the
   * committed data.
   */
  commit(name: TransactionName, durable: boolean): object | Promise<object> {
    const mark = markOf(name.session);
    return this.storage.write(() => {
      const known = this.bySession.get(sessionOf(name));
      if (known?.number !== name.number && this.storage.get(mark)?.readDoubleBE() === name.number) return OK;
      const transaction = this.find(name);
      this.apply(transaction);
      const number = Buffer.alloc(8);
      number.writeDoubleBE(name.number);
      this.storage.put(mark, number);
      this.close(transaction);
      return OK;
    }, durable);
  }

  abort(name: TransactionName): object {
    this.close(this.find(name));
    return OK;
  }

  /** Makes a write outside of transactions. The write waits while a transaction has claimed its documents. */
  write<T>(job: () => T, durable = true): T | Promise<T> {
    return this.open.size === 0 ? this.storage.write(job, durable) : this.writeBeside(job, durable);
  }

  /** Makes a write that waits until no transaction is open, for example a write of indexes. */
  async writeAlone<T>(job: () => T): Promise<T> {
    for (const transaction of this.open) await transaction.ended;
    return this.open.size === 0 ? this.storage.write(job) : this.writeAlone(job);
  }

  /**
   * Runs a write as a short transaction of its own. If another transaction has claimed a document, this write changes
   * nothing, waits until the other transaction has ended, and tries again.
   */
  private async writeBeside<T>(job: () => T, durable: boolean): Promise<T> {
    for (;;) {
      try {
        return await this.storage.write(() => this.runWhole(job), durable);
      } catch (error) {
        if (!(error instanceof WriteConflict)) throw error;
        await error.owner?.ended;
      }
    }
  }

  private runWhole<T>(job: () => T): T {
    const transaction = this.begin();
    try {
      const result = this.storage.within(transaction, job);
      this.apply(transaction);
      return result;
    } finally {
      this.close(transaction);
    }
  }

  private start(name: TransactionName): Transaction {
    const session = sessionOf(name);
    const earlier = this.bySession.get(session);
    if (earlier) this.close(earlier.transaction);
    const transaction = this.begin();
    this.bySession.set(session, { number: name.number, transaction });
    const expiry = setTimeout(() => this.close(transaction), LIFETIME_MILLISECONDS).unref();
    void transaction.ended.then(() => {
      clearTimeout(expiry);
      if (this.bySession.get(session)?.transaction === transaction) this.bySession.delete(session);
    });
    return transaction;
  }

  private find(name: TransactionName): Transaction {
    const known = this.bySession.get(sessionOf(name));
    if (known?.number === name.number && this.open.has(known.transaction)) return known.transaction;
    throw new EngineError('NoSuchTransaction', `Transaction ${name.number} is not open`, TRANSIENT);
  }

  private begin(): Transaction {
    const transaction = new Transaction(this.commits, (key, by) => this.take(key, by));
    this.open.add(transaction);
    return transaction;
  }

  private take(key: string, transaction: Transaction): void {
    const owner = this.owners.get(key);
    if (owner === transaction) return;
    if (owner || (this.writtenAt.get(key) ?? 0) > transaction.begunAt) throw new WriteConflict(owner);
    this.owners.set(key, transaction);
    transaction.claimed.push(key);
  }

  private apply(transaction: Transaction): void {
    this.commits++;
    for (const key of transaction.claimed) {
      this.writtenAt.delete(key);
      this.writtenAt.set(key, this.commits);
    }
    for (const { key, value } of transaction.all()) {
      if (value) this.storage.put(key, value);
      else this.storage.remove(key);
    }
  }

  private close(transaction: Transaction): void {
    if (!this.open.delete(transaction)) return;
    for (const key of transaction.claimed) this.owners.delete(key);
    const [oldest] = this.open;
    for (const [key, at] of this.writtenAt) {
      if (oldest && at > oldest.begunAt) break;
      this.writtenAt.delete(key);
    }
    transaction.end();
  }
}

const OK = { ok: 1 };

const sessionOf = ({ session }: TransactionName): string => session.toString('hex');
const markOf = (session: Buffer): Buffer => Buffer.concat([META, Buffer.from('t'), session]);
