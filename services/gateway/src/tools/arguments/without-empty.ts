/** The keywords of a JSON Schema that `withoutEmpty` needs. */
interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
}

/**
 * Removes optional values without a meaning: 0 as an id, and an object of empty texts. Some clients send such values,
 * because their models have to give a value for every argument.
 */
export function withoutEmpty(given: unknown, schema: Schema): unknown {
  if (typeof given !== 'object' || given === null) return given;
  if (Array.isArray(given)) {
    const { items } = schema;
    return items ? given.map((each) => withoutEmpty(each, items)) : given;
  }
  const { properties = {}, required = [] } = schema;
  // A caller may send the key "__proto__". `fromEntries` makes it an ordinary member, while an assignment would change
  // the object's prototype.
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const inner = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (!inner) return [[name, value]];
      if (!required.includes(name) && isEmpty(name, value, inner)) return [];
      return [[name, withoutEmpty(value, inner)]];
    }),
  );
}

function isEmpty(name: string, value: unknown, { type }: Schema): boolean {
  if (type === 'integer') return value === 0 && name.endsWith('_id');
  if (type !== 'object' || typeof value !== 'object' || value === null) return false;
  const members = Object.values(value);
  return members.length > 0 && members.every((member) => typeof member === 'string' && member.trim() === '');
}
