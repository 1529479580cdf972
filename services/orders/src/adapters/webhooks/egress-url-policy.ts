import type { Egress } from '@parcelyard/egress/create-egress';
import { ForbiddenUrlError } from '@parcelyard/egress/egress-error';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { UrlPolicy } from '../../ports';

/** Refuses a URL to which nothing may be sent, such as a private address. */
export const createEgressUrlPolicy = (egress: Egress): UrlPolicy => ({
  check: async (url) => {
    try {
      await egress.checkPublicUrl(url);
    } catch (error) {
      if (!(error instanceof ForbiddenUrlError)) throw error;
      throw new DomainError(
        'invalid_argument',
        'url_refused',
        { rule: error.rule },
        { field: 'url', cause: error },
      );
    }
  },
});
