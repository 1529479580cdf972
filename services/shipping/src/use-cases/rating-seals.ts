import type { BuyLabelRequest } from '@parcelyard/contracts/shipping';
import type { Sealer } from '../adapters/seals/create-sealer';
import type { PostalAddress } from '../domain/address/postal-address';
import type { OpenedSeals } from '../domain/seals/check-seals';
import {
  type PackageSeal,
  packageContent,
  readPackageSeal,
  shipFromLines,
} from '../domain/seals/package-seal';
import {
  type RatedService,
  type RateSeal,
  rateContent,
  rateStatement,
  readRateTerms,
} from '../domain/seals/rate-seal';
import { exactBytes } from '../domain/seals/seal-bytes';
import { CARRIER_CODES } from '../domain/seller';
import type { CarrierRegistry } from '../sellers/carrier-registry';
import type { ShippingPorts } from './shipping-ports';

/**
 * A rate's id contains this many bytes of its package's id. If the caller sends a rate with the id of another package,
 * these bytes differ. The error can then name this mistake, instead of saying that the rate was changed.
 */
const PACKAGE_MARK_BYTES = 2;
const PACKAGE_MARK_AT = 5;
const SIGNATURE_BYTES = 16;

export const shipFromDigest = (sealer: Sealer, address: PostalAddress): string =>
  sealer.digest(shipFromLines(address));

/** Seals what all rates of one answer have in common. Each rate is then signed together with this seal. */
export function sealRating(sealer: Sealer, seal: PackageSeal) {
  const packageId = sealer.seal('p', packageContent(seal));
  return {
    packageId,
    rateId: (rate: RateSeal): string => {
      const terms = rateContent(rate, seal.expiresAt);
      const signature = sealer.sign(packageId, rateStatement(packageId, terms, rate));
      return Buffer.concat([packageMark(packageId), terms, signature]).toString('base64url');
    },
  };
}

/** Returns the bytes of a package's id that the ids of its rates contain. */
const packageMark = (packageId: string): Buffer =>
  Buffer.from(packageId, 'base64url').subarray(PACKAGE_MARK_AT, PACKAGE_MARK_AT + PACKAGE_MARK_BYTES);

type GivenSeals = Pick<BuyLabelRequest, 'rateId' | 'packageId' | 'method' | 'serviceLevel'>;

type SealPorts = Pick<ShippingPorts, 'sealer' | 'carriers'>;

/** Opens the seals that the caller sent back. An invalid seal becomes undefined. */
export function openRating(ports: SealPorts, given: GivenSeals): OpenedSeals {
  const content = ports.sealer.open('p', given.packageId);
  const packageSeal = content && readPackageSeal(content);
  const bytes = exactBytes(given.rateId);
  if (!packageSeal || !bytes || bytes.length <= PACKAGE_MARK_BYTES + SIGNATURE_BYTES) {
    return { packageSeal, rate: undefined, sameRating: true };
  }
  const sameRating = bytes.subarray(0, PACKAGE_MARK_BYTES).equals(packageMark(given.packageId));
  return { packageSeal, rate: openRate(ports, given, bytes, packageSeal.expiresAt), sameRating };
}

function openRate(
  { sealer, carriers }: SealPorts,
  given: GivenSeals,
  bytes: Buffer,
  expiresAt: Date,
): RateSeal | undefined {
  const terms = bytes.subarray(PACKAGE_MARK_BYTES, -SIGNATURE_BYTES);
  const signature = bytes.subarray(-SIGNATURE_BYTES);
  const service = candidates(given, carriers).find((candidate) =>
    sealer.isSigned(given.packageId, rateStatement(given.packageId, terms, candidate), signature),
  );
  return service && { ...readRateTerms(terms, expiresAt), ...service };
}

/**
 * Returns the services for which the rate may have been signed. The service that the caller named comes first, combined
 * with every carrier. So a rate can be read even when its seller is no longer configured, and the error can say that
 * the seller is missing. All services on offer come next. So if the caller named a wrong service, the error can name
 * the right one.
 */
const candidates = ({ method, serviceLevel }: GivenSeals, { all }: CarrierRegistry): RatedService[] => [
  ...CARRIER_CODES.map((carrier) => ({ carrier, serviceLevel, method })),
  ...all.flatMap(({ code: carrier, declaration: { services } }) =>
    services.map(({ code, name }) => ({ carrier, serviceLevel: code, method: name })),
  ),
];
