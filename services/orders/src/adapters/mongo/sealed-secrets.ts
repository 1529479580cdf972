import type { ResealedSecrets } from '@parcelyard/contracts/orders';
import type { Clock } from '@parcelyard/service-kit/clock';
import { bad, type Check, good } from '@parcelyard/service-kit/diagnosis/finding';
import type { KeyRing } from '@parcelyard/service-kit/key-ring';
import { createTextSealer, openIfReadable } from '@parcelyard/service-kit/text-sealer';
import type { Db, Document, Filter } from 'mongodb';
import { accessBoundTo } from '../platforms/access-sealer';
import { offerBoundTo } from './key-offer-store';
import { CONNECTIONS, KEY_OFFERS } from './platform-indexes';
import { fromStoredText, type StoredSealedText, toStoredText } from './stored-sealed-text';
import { WEBHOOKS } from './webhook-indexes';
import { secretBoundTo } from './webhook-store';

/** A collection, and the field of its documents that contains a sealed text. */
interface Place {
  readonly collection: string;
  readonly member: string;
  boundTo(document: Document): string;
  /** Matches the documents whose text is still needed. Without this function, every document's text is needed. */
  needed?(now: Date): Filter<Document>;
}

interface Secrets {
  readonly check: string;
  /** What the operator can do about texts that no key can open. */
  readonly remedy: string;
  readonly places: readonly Place[];
}

type Rings = Readonly<Record<'PLATFORM_KEYS' | 'WEBHOOK_KEYS', KeyRing>>;

/** Where sealed texts are stored: stores' credentials and webhooks' secrets, by the key ring that seals them. */
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
    /** Opens every text that an older key sealed, and seals it with the current key. A repeated call does no harm. */
    reseal: async (): Promise<ResealedSecrets[]> => {
      const done: ResealedSecrets[] = [];
      for (const keyRing of names) {
        const sum = { keyRing, resealed: 0, unreadable: 0 };
        for await (const stored of openAll(db, keyRing, rings[keyRing], clock.now())) {
          if (stored.text === undefined) sum.unreadable += 1;
          else if (stored.kid !== rings[keyRing].current.kid) {
            sum.resealed += await reseal(db, stored, stored.text, rings[keyRing]);
          }
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

interface Stored {
  readonly place: Place;
  readonly document: Document;
  readonly kid: string;
  /** Undefined when no key of the ring opens the stored text. */
  readonly text: string | undefined;
}

/** Opens every stored text of a key ring that is still needed. */
async function* openAll(db: Db, name: keyof Rings, keys: KeyRing, now: Date): AsyncGenerator<Stored> {
  const sealer = createTextSealer(keys);
  for (const place of SECRETS[name].places) {
    const { collection, member, boundTo, needed } = place;
    const filter = { [`${member}.kid`]: { $exists: true }, ...needed?.(now) };
    const projection = { [member]: 1, accountId: 1, platform: 1 };
    for await (const document of db.collection(collection).find(filter, { projection })) {
      const sealed = fromStoredText(document[member] as StoredSealedText);
      yield { place, document, kid: sealed.kid, text: openIfReadable(sealer, sealed, boundTo(document)) };
    }
  }
}

/**
 * Seals a text with the current key. Returns 0 when the stored text was replaced meanwhile, and then changes nothing.
 */
async function reseal(db: Db, { place, document }: Stored, text: string, keys: KeyRing): Promise<number> {
  const { collection, member, boundTo } = place;
  const old = document[member] as StoredSealedText;
  const fresh = toStoredText(createTextSealer(keys).seal(text, boundTo(document)));
  const { _id, accountId } = document;
  const { modifiedCount } = await db
    .collection(collection)
    .updateOne(
      { _id, accountId, [`${member}.sealed`]: old.sealed },
      { $set: { [`${member}.kid`]: fresh.kid, [`${member}.sealed`]: fresh.sealed } },
    );
  return modifiedCount;
}

/** Returns which keys are needed to open the stored texts. */
async function describe(db: Db, name: keyof Rings, keys: KeyRing, now: Date) {
  const stored: { kid: string; isLost: boolean }[] = [];
  for await (const { kid, text } of openAll(db, name, keys, now)) {
    stored.push({ kid, isLost: text === undefined });
  }
  const needing = (meant: readonly { kid: string }[]) => {
    const names = [...new Set(meant.map(({ kid }) => kid))].join(', ');
    return `${meant.length} of ${stored.length} need the key ${names}`;
  };
  const lost = stored.filter(({ isLost }) => isLost);
  if (lost.length > 0) {
    const { remedy } = SECRETS[name];
    return bad(
      `${needing(lost)}, which ${name} lacks or has with other bytes: add the former key again, or ${remedy}`,
    );
  }
  const old = stored.filter(({ kid }) => kid !== keys.current.kid);
  if (old.length > 0) return good(`${needing(old)}: run shipctl secrets reseal before you remove it`);
  return good(
    stored.length === 0 ? 'none is stored' : `all ${stored.length} are sealed with the current key`,
  );
}
