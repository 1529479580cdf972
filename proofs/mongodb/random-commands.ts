import { seeded } from '@parcelyard/testing/seeded';
import { type Document, ObjectId } from 'mongodb';
import type { Question } from './other-server';

/** Creates random documents and commands. The same seed gives the same documents and commands. */
export interface RandomCommands {
  /** Creates `count` documents. Some calls create only scalars in the documents, and some also arrays and objects. */
  documents(count: number): Document[];
  question(): Question;
}

const FIELDS = ['a', 'b', 'c'];
const WORDS = ['', 'mug', 'Mug', 'mug of tea', 'čaj', '10'];
const COMPARISONS = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte'];

/** `nestedArrays: false` puts no array inside an array. */
export function createRandomCommands(seed: number, { nestedArrays = true } = {}): RandomCommands {
  const random = seeded(seed);
  const whole = (below: number) => Math.floor(random() * below);
  const one = <T>(of: readonly T[]): T => of[whole(of.length)] as T;
  const many = <T>(most: number, make: () => T): T[] => Array.from({ length: whole(most + 1) }, make);

  const scalar = (): unknown =>
    one([
      () => whole(4),
      () => whole(4) - 1.5,
      () => one(WORDS),
      () => null,
      () => random() < 0.5,
      () => new Date(whole(3) * 86_400_000),
      () => new ObjectId(String(whole(3)).repeat(24)),
    ])();
  const value = (depth = 2, isElement = false): unknown => {
    const kind = depth === 0 ? 0 : whole(6);
    if (kind === 4 && (nestedArrays || !isElement)) return many(3, () => value(depth - 1, true));
    if (kind === 5) return fields(depth - 1);
    return scalar();
  };
  const fields = (depth: number): Document =>
    Object.fromEntries(FIELDS.filter(() => random() < 0.6).map((name) => [name, value(depth)]));
  const path = () => (random() < 0.3 ? `${one(FIELDS)}.${one(FIELDS)}` : one(FIELDS));

  const condition = (): unknown =>
    one([
      () => scalar(),
      () => ({ [one(COMPARISONS)]: scalar() }),
      () => ({ [one(['$in', '$nin'])]: many(3, scalar) }),
      () => ({ $exists: random() < 0.5 }),
      () => ({ $size: whole(3) }),
      () => ({ $elemMatch: { [one(FIELDS)]: scalar() } }),
      () => ({ $elemMatch: { [one(COMPARISONS)]: scalar() } }),
      () => ({ $regex: one(['^mug', '^M', 'tea']), ...(random() < 0.5 && { $options: 'i' }) }),
      () => ({ $regex: '[^\\p{L}]t' }),
    ])();
  const filter = (depth = 1): Document => {
    if (depth > 0 && random() < 0.25) return { [one(['$or', '$and'])]: [filter(0), filter(0)] };
    return Object.fromEntries(Array.from({ length: 1 + whole(2) }, () => [path(), condition()]));
  };

  const operator = (): Document =>
    one<() => Document>([
      () => ({ $set: { [path()]: value(1) } }),
      () => ({ $unset: { [path()]: '' } }),
      () => ({ $inc: { [path()]: whole(5) - 2 } }),
      () => ({ [one(['$min', '$max'])]: { [path()]: scalar() } }),
      () => ({ $push: { [one(FIELDS)]: { $each: many(3, scalar), $slice: -3 } } }),
      () => ({ $pull: { [one(FIELDS)]: scalar() } }),
    ])();
  const expression = (): unknown =>
    one<() => unknown>([
      () => ({ $literal: value(1) }),
      () => ({ $ifNull: [`$${one(FIELDS)}`, 'none'] }),
      () => ({ $cond: [{ [one(['$eq', '$gt'])]: [`$${one(FIELDS)}`, whole(3)] }, 'yes', `$${one(FIELDS)}`] }),
      () => ({ $max: [`$${one(FIELDS)}`, whole(3)] }),
    ])();

  const sort = (): Document => (random() < 0.3 ? { _id: 1 } : { [path()]: random() < 0.5 ? 1 : -1, _id: 1 });
  const update = () => (random() < 0.3 ? [{ $set: { [one(FIELDS)]: expression() } }] : operator());

  return {
    documents: (count) => {
      const depth = whole(3);
      return Array.from({ length: count }, (_, id) => ({ _id: id, ...fields(depth) }));
    },
    question: () =>
      random() < 0.5 ? { filter: filter(), sort: sort() } : { filter: filter(), update: update() },
  };
}
