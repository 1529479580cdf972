import { databaseOf, type Home } from '../../domain/home';
import type { WatchedDatabase } from './watch-database';

type ArgumentsOf<Method> = Method extends (...given: infer Given) => Promise<unknown> ? Given : never;

/** For each method of a store, returns the value that decides in which database the record is. */
export type Rules<Store> = {
  readonly [Name in keyof Store]: (...given: ArgumentsOf<Store[Name]>) => Home;
};

type AnyStore = Readonly<Record<string, (...given: unknown[]) => Promise<unknown>>>;

/** Combines the stores of several databases into one store. Each call goes to the database that its rule names. */
export function spread<Store>(
  databases: readonly WatchedDatabase[],
  stores: readonly Store[],
  rules: Rules<Store>,
): Store {
  const each = stores as readonly AnyStore[];
  const byName = rules as Readonly<Record<string, (...given: unknown[]) => Home>>;
  const methods = Object.entries(byName).map(([name, homeOf]) => [
    name,
    async (...given: unknown[]) => {
      const place = databaseOf(homeOf(...given), each.length);
      return (databases[place] as WatchedDatabase).run(
        () => (each[place] as AnyStore)[name]?.(...given) as Promise<unknown>,
      );
    },
  ]);
  return Object.fromEntries(methods) as Store;
}
