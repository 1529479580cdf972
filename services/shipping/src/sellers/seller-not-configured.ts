import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Seller, sellerTitle } from '../domain/seller';

/** A purchase can be finished only at the seller where it began. It waits until that seller is configured again. */
export class SellerNotConfigured extends DomainError<'seller_not_configured'> {
  readonly seller: Seller;

  constructor(seller: Seller) {
    super('failed_precondition', 'seller_not_configured', { seller: sellerTitle(seller) });
    this.name = 'SellerNotConfigured';
    this.seller = seller;
  }
}
