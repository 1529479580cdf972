/**
 * How each collection is sharded (docs/operations.md, "Capacity"): by `accountId`, except for the collections below.
 * Auth's database is not sharded.
 */
const UNSHARDED_DATABASE = 'parcelyard_auth';

/** Collections that are completely on one shard, each with the reason. */
const WHOLE: Readonly<Record<string, string>> = {
  sequences: 'the next ids, handed out in blocks',
  id_marks: 'how many ids the other services handed out',
  doctor_probes: 'what the doctor tries, of no account',
  migrations: 'which migrations ran',
  settings: "an own carrier account is one merchant's, of all merchants",
  referrals: 'found by the account that joined and by the one that brought it',
  shopify_shops: "a shop is one merchant's, of all merchants",
  domain_pace: 'the pace of mail to a domain, of all merchants',
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
