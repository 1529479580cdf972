import type { PostalAddress } from '../domain/address/postal-address';
import { printableText } from './printable-text';

/** The most letters in a line of a label. Carriers cut the rest. */
const MAX_LINE = 40;

const LINES = [
  ['name', 'name'],
  ['company', 'company'],
  ['street1', 'street'],
  ['street2', 'second address line'],
  ['street3', 'third address line'],
  ['city', 'city'],
] as const satisfies readonly (readonly [keyof PostalAddress, string])[];

/** Returns a warning for each line of the recipient that looks different on the label. */
export function labelWarnings(to: PostalAddress): string[] {
  return LINES.flatMap(([field, words]) => {
    const written = to[field].normalize('NFC').replace(/\s+/g, ' ').trim();
    const printed = printableText(written);
    const warnings: string[] = [];
    if (printed !== written) {
      const result = printed === '' ? 'cannot be printed' : `will be printed as "${printed}"`;
      warnings.push(`The recipient's ${words} "${written}" ${result}: labels hold Latin letters only.`);
    }
    if (printed.length > MAX_LINE) {
      warnings.push(
        `The recipient's ${words} has ${printed.length} characters; a label holds ${MAX_LINE} and may end at "${printed.slice(0, MAX_LINE)}".`,
      );
    }
    return warnings;
  });
}
