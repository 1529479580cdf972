import { execFileSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cents } from '@parcelyard/money/cents';
import { parseKeyRing } from '@parcelyard/service-kit/key-ring';
import { createSealer } from '@parcelyard/shipping/adapters/seals/create-sealer';
import { SELLERS, type Seller } from '@parcelyard/shipping/domain/seller';
import { sealRating, shipFromDigest } from '@parcelyard/shipping/use-cases/rating-seals';
import type { Judge } from '../judge';

const VERSION = '48.0.0';

/**
 * A program that was written only from docs/adr/0108. It opens a sealed package and checks the signature of a rate. It
 * returns the content of the package and the content of the rate.
 */
const PROGRAM = `
import base64, datetime, hashlib, hmac, json, struct, sys
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

raw_bytes = lambda text: base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
derived = lambda key, purpose: HKDF(hashes.SHA256(), 32, b"", purpose).derive(key)

def count(number):
    out = bytearray()
    while number >= 128:
        out.append(number % 128 + 128)
        number //= 128
    return bytes(out) + bytes([number])

def text(value):
    encoded = value.encode()
    return count(len(encoded)) + encoded

class Reader:
    def __init__(self, content):
        self.content = content
    def raw(self, length):
        taken, self.content = self.content[:length], self.content[length:]
        assert len(taken) == length
        return taken
    def count(self):
        value, weight = 0, 1
        while True:
            byte = self.raw(1)[0]
            value, weight = value + byte % 128 * weight, weight * 128
            if byte < 128:
                return value

def opened(ring, case):
    seal = raw_bytes(case["packageId"])
    assert seal[0] == 1
    key = next(raw_bytes(k) for kid, k in ring.items() if hashlib.sha256(kid.encode()).digest()[:4] == seal[1:5])
    sealing, signing = derived(key, b"parcelyard seal 1"), derived(key, b"parcelyard sign 1")
    read = Reader(AESGCM(sealing).decrypt(seal[5:17], seal[17:], seal[:5] + b"p"))
    account, order, version, expiry = read.count(), read.count(), read.count(), read.count()
    flags = read.raw(1)[0]
    size = lambda place: struct.unpack(">d", read.raw(8))[0] if flags & 8 << place else read.count() / 1000
    sizes = [size(place) for place in range(4 if flags & 4 else 1)]
    lines = hashlib.sha256(b"".join(text(line) for line in case["shipFrom"])).digest()[:16]
    assert read.raw(16) == lines and read.content == b""
    rate = raw_bytes(case["rateId"])
    assert rate[:2] == seal[5:7]
    terms = rate[2:-16]
    said = text("rate") + text(case["packageId"]) + count(len(terms)) + terms
    said += b"".join(text(word) for word in case["service"])
    assert hmac.new(signing, said, hashlib.sha256).digest()[:16] == rate[-16:]
    read = Reader(terms)
    seller, price, day = read.count(), read.count(), read.count()
    date = None
    if day:
        expires = datetime.datetime.fromtimestamp(expiry, datetime.timezone.utc).date()
        date = (expires + datetime.timedelta(days=-(day // 2) if day % 2 == 0 else day // 2)).isoformat()
    return [account, order, version, expiry, flags & 3, sizes, seller, price, date]

given = json.load(open(sys.argv[1]))
answers = []
for case in given["cases"]:
    try:
        answers.append(opened(given["ring"], case))
    except Exception as error:
        answers.append(repr(error))
print(json.dumps(answers))
`;

const RATINGS = 300;
/** Sealed values of which forged copies are made. No forged copy may be opened. */
const FORGERIES = ['rateId', 'packageId'] as const;

export const pythonCryptography: Judge = {
  name: 'python-cryptography',
  proves:
    'A program that was written only from the description of the seals opens them, and refuses forged seals.',
  needs: ['python3'],
  async judge(workshop) {
    const programs = await workshop.python([`cryptography==${VERSION}`]);
    const keys = { k1: randomBytes(32).toString('base64url'), k2: randomBytes(32).toString('base64url') };
    const sealers = [`k1:${keys.k1},k2:${keys.k2}`, `k2:${keys.k2},k1:${keys.k1}`].map((ring) =>
      createSealer(parseKeyRing(ring)),
    );
    const sealed = Array.from({ length: RATINGS }, (_, n) => aRating(sealers[n % 2] as Sealer));
    const forged = sealed.flatMap(({ given }) =>
      FORGERIES.map((field) => ({ ...given, [field]: flipped(given[field]) })),
    );
    const [program, input] = [join(workshop.folder, 'seals.py'), join(workshop.folder, 'seals.json')];
    writeFileSync(program, PROGRAM);
    writeFileSync(
      input,
      JSON.stringify({ ring: keys, cases: [...sealed.map(({ given }) => given), ...forged] }),
    );
    const output = execFileSync(join(programs, 'python'), [program, input], { maxBuffer: 64 * 1024 * 1024 });
    const answers = JSON.parse(output.toString()) as unknown[];
    const misread = sealed.flatMap(({ said }, n) =>
      JSON.stringify(answers[n]) === JSON.stringify(said)
        ? []
        : [`read ${JSON.stringify(answers[n])}, not ${JSON.stringify(said)}`],
    );
    const taken = answers.slice(RATINGS).filter((answer) => typeof answer !== 'string');
    return {
      version: `cryptography ${VERSION}`,
      checked: answers.length,
      faults: [...misread, ...taken.map((answer) => `read a forged seal as ${JSON.stringify(answer)}`)],
    };
  },
};

type Sealer = ReturnType<typeof createSealer>;

/** Creates a random rating with its sealed form and its content. The lengths of its texts differ widely. */
function aRating(sealer: Sealer) {
  const number = () => randomInt(2 ** randomInt(1, 47));
  const size = () => (randomInt(2) === 0 ? randomInt(1, 1_000_000) / 1000 : Math.random() * 100);
  const sizes = Array.from({ length: randomInt(2) === 0 ? 1 : 4 }, size) as [
    number,
    number?,
    number?,
    number?,
  ];
  const [weightOz, length, width, height] = sizes;
  const words = () =>
    ['Ærø', 'O’Neil & Söhne', '', '東京', 'x'.repeat(randomInt(300))][randomInt(5)] as string;
  const address = {
    name: words(),
    company: words(),
    street1: words(),
    street2: words(),
    street3: words(),
    city: words(),
    state: 'TX',
    zip: '78701',
    country: 'US',
    phone: words(),
    email: words(),
  };
  const options = { signatureRequired: randomInt(2) === 1, saturdayDelivery: randomInt(2) === 1 };
  const expiry = 1_700_000_000 + randomInt(2 ** 30);
  const days = randomInt(-40, 400);
  const date =
    randomInt(5) === 0 ? undefined : new Date((expiry + days * 86_400) * 1000).toISOString().slice(0, 10);
  const [accountId, orderId, addressVersion, price] = [number(), number(), number(), number()];
  const { packageId, rateId } = sealRating(sealer, {
    accountId,
    orderId,
    addressVersion,
    options,
    isReturn: false,
    expiresAt: new Date(expiry * 1000),
    parcel: { weightOz, length, width, height },
    shipFromDigest: shipFromDigest(sealer, address),
  });
  const service = { carrier: words(), serviceLevel: words(), method: words() };
  const place = randomInt(SELLERS.length);
  const seller = SELLERS[place] as Seller;
  const rate = rateId({ ...service, seller, price: cents(price), estimatedDeliveryDate: date });
  const flags = (options.signatureRequired ? 1 : 0) + (options.saturdayDelivery ? 2 : 0);
  return {
    given: {
      packageId,
      rateId: rate,
      shipFrom: Object.values(address),
      service: Object.values(service),
    },
    said: [accountId, orderId, addressVersion, expiry, flags, sizes, place, price, date ?? null],
  };
}

function flipped(token: string): string {
  const bytes = Buffer.from(token, 'base64url');
  const place = randomInt(bytes.length);
  bytes[place] = (bytes[place] as number) ^ (1 << randomInt(8));
  return bytes.toString('base64url');
}
