import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Seller, sellerTitle } from '../domain/seller';

/**
 * Thrown when the seller of a purchase is not configured. Only this seller can finish the purchase, so the purchase
 * waits until the seller is configured again.
 */
export class SellerNotConfigured extends DomainError<'seller_not_configured'> {
  readonly seller: Seller;

  constructor(seller: Seller) {
    super('failed_precondition', 'seller_not_configured', { seller: sellerTitle(seller) });
    this.name = 'SellerNotConfigured';
    this.seller = seller;
  }
}
