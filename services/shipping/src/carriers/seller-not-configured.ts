import { DomainError } from '@parcelyard/service-kit/domain-error';
import { type Seller, sellerTitle } from '../domain/seller';

/**
 * What was bought through a seller can be settled there alone: nobody else is asked, and what is open waits until the
 * seller is configured again.
 */
export class SellerNotConfigured extends DomainError<'seller_not_configured'> {
  readonly seller: Seller;

  constructor(seller: Seller) {
    super('failed_precondition', 'seller_not_configured', { seller: sellerTitle(seller) });
    this.name = 'SellerNotConfigured';
    this.seller = seller;
  }
}
