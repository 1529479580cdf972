import type { PreparedShop } from './prepare-shop';
import type { PageSnippet } from './read-snippets';

interface Operation {
  readonly operationId: string;
  readonly 'x-codeSamples'?: readonly { readonly source: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

type Example = Readonly<Record<string, string>>;

/**
 * Returns a function that puts real values in place of the values of the examples. A value that may not exist twice (an
 * invoice number, an e-mail address) gets the name of the operation.
 */
export function exampleFiller(document: OpenApi, shop: PreparedShop) {
  const exampleOf = (path: string) =>
    document.paths[path]?.post?.requestBody?.content['application/json']?.example as Example | undefined;
  const purchase = exampleOf('/public/purchase-label');
  const given: readonly (readonly [string | undefined, string])[] = [
    ...Object.entries(shop.rate).map(([name, value]) => [purchase?.[name], value] as const),
    [exampleOf('/public/webhook')?.url, shop.webhookUrl],
    [exampleOf('/public/pickups')?.date, shop.pickupDate],
  ];
  const numbers = (operationId: string): Readonly<Record<string, number>> => ({
    10482: shop.orders[operationId] ?? shop.openOrder,
    1203: shop.customerId,
    311: shop.pickupId,
    90210: shop.deliveryId,
  });
  return ({ id, code }: PageSnippet): PageSnippet => {
    // A caller who requests a token has an account, so the example gets the account's e-mail.
    if (id === 'createToken') return { id, code: code.replace(/\w+@example\.com/, shop.email) };
    const values = [
      ...given,
      ['INV-1001', `INV-${id}`],
      ['shop-5521', `shop-${id}`],
      ['@example.com', `-${id}-${shop.email}`],
      ...Object.entries(numbers(id)).map(([from, to]) => [from, String(to)]),
    ] as const;
    // The longest value is replaced first, so that no value is replaced inside another value.
    const known = values
      .filter(([from]) => from !== undefined)
      .sort(([one = ''], [other = '']) => other.length - one.length);
    return { id, code: known.reduce((text, [from, to]) => text.replaceAll(from as string, to), code) };
  };
}
