import type { BillingDefinition } from '@parcelyard/contracts/billing';
import type { OrdersDefinition } from '@parcelyard/contracts/orders';
import type { FailPoint } from '@parcelyard/service-kit/fail-point';
import type { MongoConnection } from '@parcelyard/service-kit/mongo/connect-mongo';
import type { RpcClient } from '@parcelyard/service-kit/rpc/definition';
import { wrapCalls } from '@parcelyard/testing/wrap-calls';

/** Thrown where a simulated process crashes. */
class CrashNow extends Error {}

/** Methods that return another object of the MongoDB driver. After the crash, these objects fail, too. */
const METHODS: readonly string[] = ['collection', 'db'];
const PROPERTIES: readonly PropertyKey[] = ['db', 'client'];

/**
 * Returns the options of a process that crashes at this point. After the crash, none of the process's calls reaches its
 * database or another service, as if the process had been killed.
 */
export function processCrashingAt(armed: string) {
  let dead = false;
  const guard = <T extends object>(target: T): T => {
    const calls = wrapCalls(target, (method, call) => (...inputs) => {
      if (dead) throw new CrashNow();
      const output = call(...inputs);
      return METHODS.includes(method) ? guard(output as object) : output;
    });
    return new Proxy(calls, {
      get: (object, property) => {
        const value: unknown = Reflect.get(object, property, object);
        return PROPERTIES.includes(property) && typeof value === 'object' ? guard(value as object) : value;
      },
    });
  };
  const failPoint: FailPoint = (name) => {
    if (name !== armed) return;
    dead = true;
    throw new CrashNow(name);
  };
  return {
    failPoint,
    mongo: (mongo: MongoConnection): MongoConnection => ({ ...mongo, db: guard(mongo.db) }),
    clients: (clients: { orders: RpcClient<OrdersDefinition>; billing: RpcClient<BillingDefinition> }) => ({
      orders: guard(clients.orders),
      billing: guard(clients.billing),
    }),
    isDead: () => dead,
  };
}
