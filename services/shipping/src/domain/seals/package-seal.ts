import type { Parcel } from '@parcelyard/contracts/common';
import type { PostalAddress } from '../address/postal-address';
import type { ShipmentOptions } from '../parcel';
import { ByteReader, ByteWriter } from './seal-bytes';

/** The content of `package_id`: what all rates of one get_rates answer have in common. */
export interface PackageSeal {
  readonly accountId: number;
  readonly orderId: number;
  readonly addressVersion: number;
  readonly parcel: Parcel;
  readonly options: ShipmentOptions;
  readonly isReturn: boolean;
  /** Hash of the shop's `shipFromLines` when the rates were made, in hex. */
  readonly shipFromDigest: string;
  /** With a precision of one second. */
  readonly expiresAt: Date;
}

export const DIGEST_BYTES = 16;

/**
 * Returns the ship-from address as bytes. Each line is written with its length, so moving a word to another line
 * changes the bytes.
 */
export function shipFromLines(address: PostalAddress): Buffer {
  const lines = new ByteWriter();
  for (const field of ADDRESS_FIELDS) lines.text(address[field]);
  return lines.bytes();
}

const ADDRESS_FIELDS = [
  ...(['name', 'company', 'street1', 'street2', 'street3', 'city', 'state', 'zip', 'country'] as const),
  ...(['phone', 'email'] as const),
] satisfies readonly (keyof PostalAddress)[];

/** The bits of the flags byte, which comes before the sizes. */
const SIGNATURE = 1;
const SATURDAY = 2;
const SIDES = 4;
/**
 * A size is normally written as a whole number of thousandths. This bit is set when the weight cannot be written in
 * this way; the weight is then written as a double. The next three bits mean the same for length, width and height.
 */
const FIRST_DOUBLE = 8;
const RETURN = 128;

const THOUSANDTH = 1000;

export function packageContent(seal: PackageSeal): Buffer {
  const { parcel, options } = seal;
  const sizes = sizesOf(parcel);
  const flags =
    (options.signatureRequired ? SIGNATURE : 0) +
    (options.saturdayDelivery ? SATURDAY : 0) +
    (sizes.length > 1 ? SIDES : 0) +
    (seal.isReturn ? RETURN : 0) +
    sizes.reduce((sum, size, place) => sum + (inThousandths(size) ? 0 : FIRST_DOUBLE << place), 0);
  const content = new ByteWriter()
    .count(seal.accountId)
    .count(seal.orderId)
    .count(seal.addressVersion)
    .count(Math.floor(seal.expiresAt.getTime() / 1000))
    .raw(Buffer.from([flags]));
  for (const size of sizes) {
    if (inThousandths(size)) content.count(Math.round(size * THOUSANDTH));
    else content.double(size);
  }
  return content.raw(Buffer.from(seal.shipFromDigest, 'hex')).bytes();
}

function sizesOf({ weightOz, length, width, height }: Parcel): readonly number[] {
  return length === undefined ? [weightOz] : [weightOz, length, width as number, height as number];
}

/** From this number on, a whole number needs as many bytes as a double: eight. */
const MAX_THOUSANDTHS = 2 ** 49;

function inThousandths(size: number): boolean {
  const thousandths = Math.round(size * THOUSANDTH);
  return thousandths < MAX_THOUSANDTHS && thousandths / THOUSANDTH === size;
}

/** @throws RangeError when the bytes are no package seal */
export function readPackageSeal(content: Buffer): PackageSeal {
  const read = new ByteReader(content);
  const [accountId, orderId, addressVersion, seconds] = [
    read.count(),
    read.count(),
    read.count(),
    read.count(),
  ];
  const flags = read.raw(1)[0] as number;
  const has = (bit: number) => (flags & bit) !== 0;
  const size = (place: number) => (has(FIRST_DOUBLE << place) ? read.double() : read.count() / THOUSANDTH);
  const weightOz = size(0);
  const [length, width, height] = has(SIDES) ? [size(1), size(2), size(3)] : [];
  const shipFromDigest = read.raw(DIGEST_BYTES).toString('hex');
  read.end();
  return {
    accountId,
    orderId,
    addressVersion,
    parcel: { weightOz, length, width, height },
    options: { signatureRequired: has(SIGNATURE), saturdayDelivery: has(SATURDAY) },
    isReturn: has(RETURN),
    shipFromDigest,
    expiresAt: new Date(seconds * 1000),
  };
}
