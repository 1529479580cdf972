import { CarrierRefused } from './carrier-errors';

interface Named {
  readonly code: string;
  readonly name: string;
}

/**
 * Returns the labels that the carrier knows, and leaves out all others.
 * @param find returns undefined, or throws `CarrierRefused`, for an unknown label
 * @throws CarrierRefused when the carrier knows none of the labels
 */
export async function labelsToCollect<Label>(
  { code, name }: Named,
  references: readonly string[],
  find: (reference: string) => Promise<Label | undefined>,
): Promise<Label[]> {
  const found = await Promise.all(references.map((reference) => find(reference).catch(unlessRefused)));
  const known = found.filter((label) => label !== undefined);
  if (known.length > 0) return known;
  throw new CarrierRefused(code, 'nothing_to_collect', `${name} has no label to collect.`);
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof CarrierRefused)) throw error;
}
