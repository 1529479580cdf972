/** A tool's result with the names of the REST API: `label_url` is `labelUrl`. */
export function camelized(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelized);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [camelCase(name), camelized(member)]),
  );
}

const camelCase = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
