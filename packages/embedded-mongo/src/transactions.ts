import { EngineError } from './engine-error';
import { META, type Storage } from './storage/storage';
import { Transaction } from './storage/transaction';

/** Which transaction a command belongs to. */
export interface TransactionName {
  session: Buffer;
  number: number;
  /** The command is its first. */
  starts: boolean;
}

/** As MongoDB's transactionLifetimeLimitSeconds: a client that died holds others up no longer. */
const LIFETIME_MILLISECONDS = 5_000;
const TRANSIENT = { errorLabels: ['TransientTransactionError'] };

/** Another transaction has the key. */
class WriteConflict extends EngineError {
  constructor(readonly owner: Transaction | undefined) {
    super('WriteConflict', 'Write conflict: another transaction writes the same document', TRANSIENT);
  }
}

/**
 * Writes of several documents that take place together or not at all. A transaction keeps its writes to itself until it
 * commits. Whoever wants to write what an open one has written waits for its end, or is refused when it is in a
 * transaction itself; so is one that comes to a document that changed after it began.
 */
export class Transactions {
  private readonly open = new Set<Transaction>();
  private readonly bySession = new Map<string, { number: number; transaction: Transaction }>();
  /** Who has written a key, while it is open. */
  private readonly owners = new Map<string, Transaction>();
  /** Number of the commit that last wrote a key, oldest first; kept while a transaction is open that began before it. */
  private readonly writtenAt = new Map<string, number>();
  private commits = 0;

  constructor(private readonly storage: Storage) {}

  /** Runs a command of a transaction. A refusal ends the transaction. */
  run<T extends object>(name: TransactionName, job: () => T): T | Promise<T> {
    const transaction = name.starts ? this.start(name) : this.find(name);
    return this.storage.write(() => {
      try {
        const reply = this.storage.within(transaction, job);
        if ('writeErrors' in reply) this.close(transaction);
        return reply;
      } catch (error) {
        this.close(transaction);
        throw error;
      }
    }, false);
  }

  /** Repeating it is harmless: the number of a session's last commit is on disk with what was committed. */
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

  /** A write outside of transactions: it waits while one of them has what it writes. */
  write<T>(job: () => T, durable = true): T | Promise<T> {
    return this.open.size === 0 ? this.storage.write(job, durable) : this.writeBeside(job, durable);
  }

  /** A write that no transaction may be open beside, such as of indexes. */
  async writeAlone<T>(job: () => T): Promise<T> {
    for (const transaction of this.open) await transaction.ended;
    return this.open.size === 0 ? this.storage.write(job) : this.writeAlone(job);
  }

  /** It is a short transaction of its own, so that a command that has to wait half-way has done nothing yet. */
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
