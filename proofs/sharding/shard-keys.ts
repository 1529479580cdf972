/**
 * How each collection is sharded (docs/operations.md, "Capacity"): by `accountId`, except for the collections below.
 * Auth's database is not sharded.
 */
const UNSHARDED_DATABASE = 'parcelyard_auth';

/** Collections that are completely on one shard, each with the reason. */
const WHOLE: Readonly<Record<string, string>> = {
  sequences: 'the next ids, which are reserved in blocks',
  id_marks: 'how many ids the other services have reserved',
  doctor_probes: 'temporary documents of the doctor, which belong to no account',
  migrations: 'which migrations ran',
  settings: 'only one merchant of all may use an own carrier account',
  referrals: 'found by the account that joined and by the account that referred it',
  shopify_shops: 'only one merchant of all may connect a shop',
  domain_pace: 'the rate of mail to a domain, for all merchants together',
  carrier_journal: "the sandbox's own record",
  sandbox_gateway_charges: "the sandbox's own record",
};

/** Collections whose `_id` is the account. */
const BY_ID: readonly string[] = ['parcelyard_billing.accounts'];

/** Returns the field by which a collection is sharded. Undefined when the collection is completely on one shard. */
export function shardKeyOf(database: string, collection: string): string | undefined {
  if (database === UNSHARDED_DATABASE || collection in WHOLE) return undefined;
  return BY_ID.includes(`${database}.${collection}`) ? '_id' : 'accountId';
}
