/** Splits a full name in two parts at the first space (specification: `ship_to.name`). */
export function splitName(name: string): { firstName: string; lastName: string } {
  const full = name.trim();
  const space = full.search(/\s/);
  return space < 0
    ? { firstName: full, lastName: '' }
    : { firstName: full.slice(0, space), lastName: full.slice(space).trim() };
}
