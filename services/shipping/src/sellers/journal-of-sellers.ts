import type { Seller } from '../domain/seller';
import type { SellerJournal } from '../ports';

/**
 * Lists the sales of several sellers, one after the other. A page has sales of one seller only. `next` begins with the
 * name of the seller whose sales are on the next page.
 */
export function journalOfSellers(journals: ReadonlyMap<Seller, SellerJournal>): SellerJournal {
  const names = [...journals.keys()];
  return {
    sellers: names,
    list: async ({ accountId, after, limit }) => {
      const colon = after.indexOf(':');
      const place = colon < 0 ? 0 : Math.max(0, names.indexOf(after.slice(0, colon) as Seller));
      const name = names[place] as Seller;
      const journal = journals.get(name) as SellerJournal;
      const page = await journal.list({ accountId, after: after.slice(colon + 1), limit });
      const following = names[place + 1];
      if (page.next) return { entries: page.entries, next: `${name}:${page.next}` };
      return { entries: page.entries, next: following ? `${following}:` : '' };
    },
  };
}
