import type { Answer, Call } from './start-store-double';

const PATH = /^\/shop\/wp-json\/wc\/v3\/products(?:\/(\d+)\/variations)?$/;

/** Lists the products of a WooCommerce store. A variation is only in the list of its `parent`. */
export function createProductsDouble() {
  const products = new Map<number, { virtual: boolean; parent?: number }>();
  const settings = { forbidden: false };
  const answer = ({ method, url }: Call): Answer | undefined => {
    const path = PATH.exec(url.pathname);
    if (!path || method !== 'GET') return undefined;
    if (settings.forbidden) {
      return { status: 403, body: { code: 'woocommerce_rest_cannot_view', data: { status: 403 } } };
    }
    const parent = path[1] === undefined ? undefined : Number(path[1]);
    const include = (url.searchParams.get('include') ?? '').split(',').map(Number);
    const found = [...products].filter(([id, one]) => one.parent === parent && include.includes(id));
    const perPage = Number(url.searchParams.get('per_page') ?? '10');
    return { body: found.slice(0, perPage).map(([id, { virtual }]) => ({ id, virtual })) };
  };
  return { products, settings, answer };
}
