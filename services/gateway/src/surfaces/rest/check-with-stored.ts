import { isDeepStrictEqual } from 'node:util';
import { undefinedFor } from '@parcelyard/service-kit/undefined-for';
import { type CheckedInput, checkInput, type GivenInput } from './check-input';
import { toRefusal } from './refuse';
import type { RestRoute, StoredContext } from './route';

/**
 * Checks the input of a route. A program may read a whole record, change it and send all of it back. In this case, only
 * the changed values are checked and written, because the unchanged values may come from a store or from MCP and break
 * REST's rules.
 * @throws RestRefusal that names every problem by its field
 */
export async function checkWithStored(
  route: RestRoute,
  given: GivenInput,
  context: StoredContext,
): Promise<CheckedInput> {
  const record = isWholeRecord(given) ? await readStored(route, given, context) : undefined;
  if (!record) return checkInput(route, given);
  const known = new Map(Object.entries(record));
  const changes = Object.entries(given.body ?? {}).filter(
    ([name, value]) => !known.has(name) || !isDeepStrictEqual(value, known.get(name)),
  );
  return checkInput(route, { ...given, body: Object.fromEntries(changes) });
}

/**
 * True when the body contains the record's id. This means that the caller has read the record and sends all of it back.
 */
const isWholeRecord = ({ params, body }: GivenInput): boolean =>
  String((body as { id?: unknown } | null)?.id) === params.id;

/**
 * Returns the stored record. If there is no such record, returns undefined, and the route itself reports this later.
 * @throws RestRefusal when the service does not answer, because the values cannot be compared then
 */
async function readStored(
  { stored, params }: RestRoute,
  given: GivenInput,
  context: StoredContext,
): Promise<object | undefined> {
  const parsed = params?.safeParse(given.params);
  if (!stored || !parsed?.success) return undefined;
  return stored(parsed.data as never, context)
    .catch(undefinedFor('not_found'))
    .catch((error: unknown) => {
      throw toRefusal(error, context.absolute, true) ?? error;
    });
}
