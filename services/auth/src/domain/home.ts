/** The value that decides in which database a record is: an account id, or a hash in base64url. */
export type Home = { readonly hash: string } | { readonly accountId: number };

const FIRST_ACCOUNT_ID = 1001;

/**
 * Returns the number, from 0, of the database that has the record. Account ids and tokens are chosen so that all
 * records of an account are in one database.
 * @param databases how many there are
 */
export function databaseOf(home: Home, databases: number): number {
  if (databases === 1) return 0;
  if ('accountId' in home) return remainder(home.accountId - FIRST_ACCOUNT_ID, databases);
  return Buffer.from(home.hash.slice(0, 8), 'base64url').readUInt32BE(0) % databases;
}

const remainder = (value: number, by: number): number => ((value % by) + by) % by;

/** The number of one database, from 0, and the number of all databases. */
export interface Share {
  readonly database: number;
  readonly databases: number;
}

/**
 * Returns the account id that belongs to this database's account number `count`. The first account of a database has
 * number 0.
 */
export const accountIdOf = (count: number, { database, databases }: Share): number =>
  FIRST_ACCOUNT_ID + count * databases + database;

/**
 * Returns the `count` for which `accountIdOf` returns this id. Returns undefined for an account of another database.
 */
export function countOf(accountId: number, { database, databases }: Share): number | undefined {
  const count = (accountId - FIRST_ACCOUNT_ID - database) / databases;
  return Number.isInteger(count) && count >= 0 ? count : undefined;
}
