/** Returns the entry of a name from a URL. A name that every object has, such as `constructor`, has no entry. */
export const ownEntry = <T>(entries: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;
