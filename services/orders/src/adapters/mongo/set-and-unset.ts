/**
 * Returns the update that sets these fields and removes those that are undefined. At least one field must have a value.
 */
export function setAndUnset(fields: object) {
  const entries = Object.entries(fields);
  const gone = entries.filter(([, value]) => value === undefined).map(([field]) => [field, '']);
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    ...(gone.length > 0 ? { $unset: Object.fromEntries(gone) } : {}),
  };
}
