import { memberForm, type Route } from '../../routing/route';
import { Button, Field, PostForm } from '../../view/forms';
import type { WebDependencies } from '../../web-dependencies';
import { consentPage, refusing } from './store-consent';

const PATH = '/settings/shipping/woocommerce-keys';
const TITLE = 'Connect WooCommerce';

/** Leads a merchant to their own store, which makes the keys and sends them to us. */
export const wooCommerceKeysRoutes = ({ clients: { orders } }: WebDependencies): Route[] => [
  memberForm(PATH, ({ caller, form }) =>
    refusing(TITLE, async () => {
      const url = (form.get('keys_url') ?? '').trim();
      const storeName = (form.get('keys_store_name') ?? '').trim();
      const consent = await orders.beginWooCommerceKeys(caller, { storeName, url });
      return consentPage(TITLE, 'your store', url, consent);
    }),
  ),
];

export const WooCommerceKeysForm = ({ csrf }: { csrf: string }) => (
  <details>
    <summary>Connect a WooCommerce store without copying keys</summary>
    <PostForm action={PATH} csrf={csrf} class="stack-tight narrow">
      <Field label="Name of the store" name="keys_store_name" maxLength={100} required />
      <Field
        label="Address of the site"
        name="keys_url"
        hint="Such as https://mugs.example"
        autocomplete="off"
        required
      />
      <div>
        <Button look="quiet">Go on to the store</Button>
      </div>
    </PostForm>
  </details>
);
