import { z } from 'zod';

/**
 * Reads OpenTelemetry's list form: `name=value,name=value`, with special characters in values percent-encoded. An
 * invalid list is refused as a whole. The error contains no part of the list, because it may contain a secret.
 * @param check throws for a pair that cannot be used
 */
export const keyValuePairs = (check: (name: string, value: string) => void = () => undefined) =>
  z.string().transform((text, context): Readonly<Record<string, string>> => {
    const entries = text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== '');
    const pairs: [string, string][] = [];
    for (const [index, entry] of entries.entries()) {
      try {
        pairs.push(parsePair(entry, check));
      } catch {
        const message = `entry ${index + 1} must be name=value, with a value that is percent-encoded`;
        context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
    }
    return Object.freeze(Object.fromEntries(pairs));
  });

function parsePair(entry: string, check: (name: string, value: string) => void): [string, string] {
  const separator = entry.indexOf('=');
  const name = entry.slice(0, Math.max(separator, 0)).trim();
  if (name === '') throw new Error('a pair needs a name');
  const value = decodeURIComponent(entry.slice(separator + 1).trim());
  check(name, value);
  return [name, value];
}
