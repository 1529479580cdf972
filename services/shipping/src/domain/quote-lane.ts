import type { QuoteShippingRequest } from '@parcelyard/contracts/shipping';
import { BLANK_ADDRESS } from '@parcelyard/service-kit/addresses/blank-address';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { isDomestic, type PostalAddress } from './address/postal-address';
import { isZip } from './address/zip-table';
import { ratingPlace } from './rating/zone';

/** Where a parcel is sent from and to, as the caller wrote it. An empty field means "not given". */
export type QuoteEnds = Readonly<
  Pick<QuoteShippingRequest, 'toZip' | 'toCountry' | 'toState' | 'toCity' | 'fromZip'>
>;

/**
 * Returns both addresses of a quote. A missing city or state comes from the ZIP, if it is a US ZIP.
 * @throws DomainError invalid_argument
 */
export function quoteLane(
  ends: QuoteEnds,
  shipFrom: PostalAddress,
): { from: PostalAddress; to: PostalAddress } {
  const to: PostalAddress = {
    ...BLANK_ADDRESS,
    city: ends.toCity.trim(),
    state: ends.toState.trim(),
    zip: ends.toZip.trim(),
    country: ends.toCountry.trim().toUpperCase() || 'US',
  };
  if (to.zip === '') throw new DomainError('invalid_argument', 'field_required', {}, { field: 'to_zip' });
  const fromZip = ends.fromZip.trim();
  return {
    to: isDomestic(to) ? placed(to, 'to_zip') : to,
    from:
      fromZip === ''
        ? shipFrom
        : placed({ ...BLANK_ADDRESS, name: shipFrom.name, zip: fromZip, country: 'US' }, 'from_zip'),
  };
}

function placed(address: PostalAddress, field: string): PostalAddress {
  if (!isZip(address.zip)) {
    throw new DomainError('invalid_argument', 'zip_not_us', { got: address.zip }, { field });
  }
  const place = ratingPlace(address.zip);
  return {
    ...address,
    city: address.city || (place?.city ?? ''),
    state: address.state || (place?.state ?? ''),
  };
}
