import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { isDatabaseAway } from '@parcelyard/service-kit/mongo/is-database-away';
import type { TopologyDescriptionChangedEvent } from 'mongodb';

export interface WatchedDatabase {
  /**
   * Runs the operation if the database is reachable.
   * @throws DomainError unavailable; if the operation had already started, its outcome is unknown
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): void;
}

/**
 * A database without a primary may be electing a new primary, so operations wait this long for it. Then they are
 * refused.
 */
const PATIENCE_MS = 1_000;

/**
 * While the MongoDB driver cannot reach a database, refuses operations on this database at once. If they waited, they
 * would also delay the requests to other databases in the same call.
 */
export function watchDatabase({ client }: Pick<MongoConnection, 'client'>): WatchedDatabase {
  const underWay = new Set<(error: DomainError) => void>();
  let isAway = false;
  let timer: NodeJS.Timeout | undefined;

  const onChange = ({ newDescription }: TopologyDescriptionChangedEvent) => {
    const isThere = [...newDescription.servers.values()].some(({ isWritable }) => isWritable);
    if (isThere) {
      clearTimeout(timer);
      timer = undefined;
      isAway = false;
    } else {
      timer ??= setTimeout(() => {
        isAway = true;
        for (const refuse of underWay) refuse(away());
      }, PATIENCE_MS).unref();
    }
  };
  client.on('topologyDescriptionChanged', onChange);

  return {
    run: async (work) => {
      if (isAway) throw away();
      let refuse: (error: DomainError) => void = () => undefined;
      const refused = new Promise<never>((_, reject) => {
        refuse = reject;
      });
      underWay.add(refuse);
      try {
        return await Promise.race([work(), refused]);
      } catch (error) {
        throw isDatabaseAway(error) ? away(error) : error;
      } finally {
        underWay.delete(refuse);
      }
    },
    stop: () => {
      clearTimeout(timer);
      client.off('topologyDescriptionChanged', onChange);
    },
  };
}

const away = (cause?: unknown) =>
  new DomainError('unavailable', 'unavailable', {}, { detail: 'one of the databases is away', cause });
