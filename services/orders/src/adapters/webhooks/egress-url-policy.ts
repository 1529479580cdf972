import type { Egress } from '@parcelyard/egress/create-egress';
import { EgressError } from '@parcelyard/egress/egress-error';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { UrlPolicy } from '../../ports';

/** Registers nothing that no delivery could reach. */
export const createEgressUrlPolicy = (egress: Egress): UrlPolicy => ({
  check: async (url) => {
    try {
      await egress.checkPublicUrl(url);
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      throw DomainError.text('invalid_argument', error.message.replace(/^The URL/, 'url'), {
        field: 'url',
        cause: error,
      });
    }
  },
});
