/**
 * How similar two names must be. Names that are less similar than this match only by chance. The number was found with
 * names that assistants invent.
 */
const NEAR = 0.82;
const MOST = 3;
/** Longer texts are not compared. Our names are much shorter, and a caller may send a megabyte. */
const LONGEST = 60;

/**
 * Returns the names that `given` may mean: the most similar ones, if there are at most three. Empty when none is
 * similar.
 */
export function nearestNames(given: string, names: readonly string[]): string[] {
  if (given.length > LONGEST) return [];
  const written = snakeCase(given);
  const scored = names.map((name) => ({ name, score: nearness(written, name) }));
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const nearest = scored.filter(({ score }) => score === best && score >= NEAR).map(({ name }) => name);
  return nearest.length > MOST ? [] : nearest;
}

/**
 * Returns how similar two names are. Equal words count more than equal letters: `line_items` is similar to `items`, but
 * `sku_code` is not similar to `hs_code`.
 */
function nearness(given: string, name: string): number {
  if (given === name) return 1;
  if (isAbbreviation(given, name) || shareWords(given, name)) return 0.99;
  return jaroWinkler(given, name);
}

function shareWords(given: string, name: string): boolean {
  const [fewer, more] = [given.split('_'), name.split('_')].sort((a, b) => a.length - b.length);
  return (fewer as string[]).every((word) => word !== '' && (more as string[]).includes(word));
}

/**
 * True for an abbreviation, such as `qty` for `quantity`: same first and last letter, and all its letters in the same
 * order.
 */
function isAbbreviation(given: string, name: string): boolean {
  if (given.length < 3 || given.length >= name.length) return false;
  if (given[0] !== name[0] || given.at(-1) !== name.at(-1)) return false;
  let at = 0;
  for (const letter of name) if (letter === given[at]) at += 1;
  return at === given.length;
}

/** Converts `invoiceNumber` to `invoice_number`. */
export const snakeCase = (name: string): string =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[\s-]+/g, '_')
    .toLowerCase();

const PREFIX_WEIGHT = 0.1;
const MAX_PREFIX = 4;
const BOOSTED_ABOVE = 0.7;

/**
 * Returns how similar two texts are, from 0 to 1, by Jaro and Winkler. It suits short names with mistakes.
 * @see William E. Winkler, String Comparator Metrics and Enhanced Decision Rules in the Fellegi-Sunter Model of Record
 * Linkage (1990)
 */
export function jaroWinkler(one: string, other: string): number {
  const jaro = jaroSimilarity(one, other);
  if (jaro <= BOOSTED_ABOVE) return jaro;
  let prefix = 0;
  while (prefix < MAX_PREFIX && prefix < one.length && one[prefix] === other[prefix]) prefix += 1;
  return jaro + prefix * PREFIX_WEIGHT * (1 - jaro);
}

function jaroSimilarity(one: string, other: string): number {
  if (one === other) return 1;
  const reach = Math.max(0, Math.floor(Math.max(one.length, other.length) / 2) - 1);
  const taken = new Set<number>();
  const matched: string[] = [];
  for (let i = 0; i < one.length; i += 1) {
    const end = Math.min(other.length, i + reach + 1);
    for (let j = Math.max(0, i - reach); j < end; j += 1) {
      if (taken.has(j) || one[i] !== other[j]) continue;
      taken.add(j);
      matched.push(one[i] as string);
      break;
    }
  }
  const matches = matched.length;
  if (matches === 0) return 0;
  const inOrder = [...taken].sort((a, b) => a - b).map((j) => other[j]);
  const transpositions = Math.floor(matched.filter((letter, i) => letter !== inOrder[i]).length / 2);
  return (matches / one.length + matches / other.length + (matches - transpositions) / matches) / 3;
}
