import { failure } from '@parcelyard/service-kit/failure';
import type { Purchase } from '../../domain/purchase';
import { sellerTitle } from '../../domain/seller';
import type { PurchasePorts } from '../../ports';
import { PurchaseRefused } from './purchase-refused';

/**
 * Checks that the seller of the rate is configured and still offers the carrier. No other seller is asked for the
 * label.
 * @throws PurchaseRefused
 */
export function requireSeller({ carriers }: PurchasePorts, { terms }: Purchase): void {
  if (carriers.offers(terms)) return;
  const params = { seller: sellerTitle(terms.seller) };
  throw new PurchaseRefused(failure('failed_precondition', 'rate_of_seller_out_of_use', params));
}
