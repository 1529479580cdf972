import type { Db } from 'mongodb';

type Call = (...inputs: unknown[]) => unknown;
/** Gets a method's name and the method, bound to its object. Returns the function to call instead. */
type Around = (method: string, call: Call) => Call;

/** Returns a proxy of the object, in which every method call is passed through `around`. */
export function wrapCalls<T extends object>(target: T, around: Around): T {
  return new Proxy(target, {
    get: (object, property) => {
      const value: unknown = Reflect.get(object, property, object);
      if (typeof value !== 'function') return value;
      return around(String(property), (...inputs) => Reflect.apply(value, object, inputs) as unknown);
    },
  });
}

/** Returns the database with one collection whose calls are passed through `around`. */
export const wrapCollection = (db: Db, name: string, around: Around): Db =>
  wrapCalls(db, (method, call) => (...inputs) => {
    const output = call(...inputs);
    return method === 'collection' && inputs[0] === name ? wrapCalls(output as object, around) : output;
  });
