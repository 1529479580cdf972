import type { ResealedSecrets } from '@parcelyard/contracts/orders';
import type { Clock } from '@parcelyard/service-kit/clock';
import { bad, type Check, good } from '@parcelyard/service-kit/diagnosis/finding';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer, type SealedText, type TextSealer } from '@parcelyard/service-kit/text-sealer';
import type { Db, Document, Filter } from 'mongodb';
import { accessBoundTo } from '../platforms/access-sealer';
import { offerBoundTo } from './key-offer-store';
import { CONNECTIONS, KEY_OFFERS } from './platform-indexes';
import { fromStoredText, type StoredSealedText, toStoredText } from './stored-sealed-text';
import { WEBHOOKS } from './webhook-indexes';
import { secretBoundTo } from './webhook-store';

/** A member of a collection's documents that contains a sealed text. */
interface Place {
  readonly collection: string;
  readonly member: string;
  boundTo(document: Document): string;
  /** Matches the documents whose text is still needed. It is absent when the texts of all documents are needed. */
  needed?(now: Date): Filter<Document>;
}

interface Secrets {
  readonly check: string;
  /** How merchants replace texts that no key can open. */
  readonly remedy: string;
  readonly places: readonly Place[];
}

type Rings = Readonly<Record<'PLATFORM_KEYS' | 'WEBHOOK_KEYS', KeyRing>>;

/** Everything that is stored sealed until somebody replaces it. */
const SECRETS: Readonly<Record<keyof Rings, Secrets>> = {
  PLATFORM_KEYS: {
    check: 'store credentials',
    remedy: 'let the merchants connect their stores again',
    places: [
      {
        collection: CONNECTIONS,
        member: 'access',
        boundTo: ({ accountId, platform }) => accessBoundTo(accountId, platform),
      },
      { collection: KEY_OFFERS, member: 'held', boundTo: ({ accountId }) => offerBoundTo(accountId) },
    ],
  },
  WEBHOOK_KEYS: {
    check: 'webhook secrets',
    remedy: 'let the merchants rotate their webhook secrets',
    places: [
      { collection: WEBHOOKS, member: 'secret', boundTo: ({ accountId }) => secretBoundTo(accountId) },
      {
        collection: WEBHOOKS,
        member: 'previousSecret',
        boundTo: ({ accountId }) => secretBoundTo(accountId),
        needed: (now) => ({ 'previousSecret.until': { $gt: now } }),
      },
    ],
  },
};

export function createSealedSecrets(db: Db, rings: Rings, clock: Clock) {
  const names = Object.keys(SECRETS) as (keyof Rings)[];
  return {
    /** Seals again with the current keys everything that older keys have sealed. It can be repeated. */
    reseal: async (): Promise<ResealedSecrets[]> => {
      const done: ResealedSecrets[] = [];
      for (const keyRing of names) {
        const sum = { keyRing, resealed: 0, unreadable: 0 };
        for (const place of SECRETS[keyRing].places) {
          const { resealed, unreadable } = await resealPlace(db, place, rings[keyRing]);
          sum.resealed += resealed;
          sum.unreadable += unreadable;
        }
        done.push(sum);
      }
      return done;
    },
    checks: names.map(
      (name): Check => ({
        name: SECRETS[name].check,
        run: () => describe(db, name, rings[name], clock.now()),
      }),
    ),
  };
}

export type SealedSecrets = ReturnType<typeof createSealedSecrets>;

async function resealPlace(db: Db, { collection: name, member, boundTo }: Place, keys: KeyRing) {
  const collection = db.collection(name);
  const sealer = createTextSealer(keys);
  const kid = `${member}.kid`;
  let [resealed, unreadable] = [0, 0];
  for await (const document of collection.find({ [kid]: { $exists: true, $ne: keys.current.kid } })) {
    const old = document[member] as StoredSealedText;
    const text = openedBy(sealer, fromStoredText(old), boundTo(document));
    if (text === undefined) {
      unreadable += 1;
      continue;
    }
    const fresh = toStoredText(sealer.seal(text, boundTo(document)));
    const { _id, accountId } = document;
    // Nothing changes when the text was replaced meanwhile.
    const { modifiedCount } = await collection.updateOne(
      { _id, accountId, [`${member}.sealed`]: old.sealed },
      { $set: { [kid]: fresh.kid, [`${member}.sealed`]: fresh.sealed } },
    );
    resealed += modifiedCount;
  }
  return { resealed, unreadable };
}

/** Returns undefined also when another key now has the name of the key that sealed the text. */
function openedBy(sealer: TextSealer, sealed: SealedText, boundTo: string): string | undefined {
  try {
    return sealer.open(sealed, boundTo);
  } catch {
    return undefined;
  }
}

/** Says which keys the stored texts need. */
async function describe(db: Db, name: keyof Rings, keys: KeyRing, now: Date) {
  const { places, remedy } = SECRETS[name];
  const byKey = new Map<string, number>();
  for (const { collection, member, needed } of places) {
    const filter = { [`${member}.kid`]: { $exists: true }, ...needed?.(now) };
    for await (const document of db
      .collection(collection)
      .find(filter, { projection: { [`${member}.kid`]: 1 } })) {
      const { kid } = document[member] as { kid: string };
      byKey.set(kid, (byKey.get(kid) ?? 0) + 1);
    }
  }
  const all = [...byKey.values()].reduce((sum, count) => sum + count, 0);
  const needing = (isMeant: (kid: string) => boolean) => {
    const meant = [...byKey].filter(([kid]) => isMeant(kid));
    if (meant.length === 0) return undefined;
    const count = meant.reduce((sum, [, texts]) => sum + texts, 0);
    return `${count} of ${all} need the key ${meant.map(([kid]) => kid).join(', ')}`;
  };
  const lost = needing((kid) => keys.find(kid) === undefined);
  if (lost) return bad(`${lost}, which ${name} lacks: add it again, or ${remedy}`);
  const old = needing((kid) => kid !== keys.current.kid);
  if (old) return good(`${old}: run shipctl secrets reseal before you remove it`);
  return good(all === 0 ? 'none is stored' : `all ${all} are sealed with the current key`);
}
