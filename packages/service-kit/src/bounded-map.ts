/** A map with a maximum size: a set entry moves to the end, and the first entries are removed. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    this.delete(key);
    super.set(key, value);
    const [first] = this.keys();
    if (this.size > this.most) this.delete(first as Key);
    return this;
  }
}
