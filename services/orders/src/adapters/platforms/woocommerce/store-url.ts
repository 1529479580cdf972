import { DomainError } from '@parcelyard/service-kit/domain-error';
import { withoutEndSlashes } from '@parcelyard/service-kit/without-end-slashes';
import type { StoreHttp } from '../store-http';

/**
 * Returns the URL of a store's WordPress site, always in the same form. Unencrypted URLs are refused, except in tests.
 * @throws DomainError `invalid_argument`
 */
export function readStoreUrl(http: StoreHttp, given: string): string {
  const text = given.trim();
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain = url && !url.username && !url.password && !url.search && !url.hash;
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && http.isException(url));
  if (url && plain && secure) return `${url.origin}${withoutEndSlashes(url.pathname)}`;
  throw new DomainError('invalid_argument', 'store_url_invalid', {}, { field: 'url' });
}
