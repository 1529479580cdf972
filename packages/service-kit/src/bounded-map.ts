/** A map of at most so many entries: what is set stands last, and of more than fit the first leaves. */
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
