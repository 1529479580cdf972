import type { IdKeepingBilling } from '@parcelyard/service-kit/mongo/id-keeper';

/** Creates the part of billing that stores the highest ids, for tests of other services. */
export function createMemoryIdKeeper(): IdKeepingBilling {
  const marks = new Map<string, number>();
  return {
    takeIds: async ({ service, name, known, count }) => {
      const taken = Math.max(marks.get(`${service}.${name}`) ?? 0, known) + count;
      marks.set(`${service}.${name}`, taken);
      return { taken };
    },
    listIdMarks: async ({ service }) => ({
      marks: [...marks].flatMap(([key, taken]) =>
        key.startsWith(`${service}.`) ? [{ name: key.slice(service.length + 1), taken }] : [],
      ),
    }),
  };
}
