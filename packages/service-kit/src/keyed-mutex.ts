import { Mutex } from 'async-mutex';

/** Runs one piece of work at a time for each key in this process, in order of arrival. */
export class KeyedMutex<Key> {
  private readonly mutexes = new Map<Key, Mutex>();

  async runExclusive<T>(key: Key, work: () => Promise<T>): Promise<T> {
    const mutex = this.mutexes.get(key) ?? new Mutex();
    this.mutexes.set(key, mutex);
    try {
      return await mutex.runExclusive(work);
    } finally {
      if (!mutex.isLocked() && this.mutexes.get(key) === mutex) this.mutexes.delete(key);
    }
  }
}
