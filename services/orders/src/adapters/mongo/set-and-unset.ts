/**
 * Returns the update that sets the fields, and removes each field that is undefined. At least one field has a value.
 */
export function setAndUnset(fields: object) {
  const entries = Object.entries(fields);
  const gone = entries.filter(([, value]) => value === undefined).map(([field]) => [field, '']);
  return {
    $set: Object.fromEntries(entries.filter(([, value]) => value !== undefined)),
    ...(gone.length > 0 ? { $unset: Object.fromEntries(gone) } : {}),
  };
}
