import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import { isDatabaseAway } from '@parcelyard/service-kit/mongo/is-database-away';
import type { TopologyDescriptionChangedEvent } from 'mongodb';

export interface WatchedDatabase {
  /**
   * Runs an operation unless the database is away.
   * @throws DomainError unavailable, also for an operation under way, whose outcome is then unknown
   */
  run<Result>(work: () => Promise<Result>): Promise<Result>;
  stop(): void;
}

/** How long a database may be without a primary before its work is refused: an election may be under way. */
const PATIENCE_MS = 1_000;

/**
 * Refuses the work of one of several databases at once while the driver's monitor does not find it: a request that waits
 * for time-outs would keep others waiting, which travel in one call with it.
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
