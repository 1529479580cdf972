import type { WaitingStore } from '@parcelyard/contracts/orders';
import { ownerForm, type Route } from '../../routing/route';
import { Notice } from '../../view/blocks';
import { Button, Field, PostForm } from '../../view/forms';
import { Moment } from '../../view/moment';
import type { WebDependencies } from '../../web-dependencies';
import { consentPage, refusing } from './store-consent';

const PATH = '/settings/shipping/woocommerce-keys';
const TITLE = 'Connect WooCommerce';

/** Sends merchants to their own store, which creates keys and sends them to us. */
export const wooCommerceKeysRoutes = ({ clients: { orders } }: WebDependencies): Route[] => [
  ownerForm(PATH, ({ caller, form, owner }) =>
    refusing(TITLE, async () => {
      const url = (form.get('keys_url') ?? '').trim();
      const storeName = (form.get('keys_store_name') ?? '').trim();
      const consent = await orders.beginWooCommerceKeys(caller, {
        storeName,
        url,
        accountName: owner.email,
      });
      return consentPage(TITLE, 'your store', url, consent);
    }),
  ),
];

export const WooCommerceKeysForm = () => (
  <details>
    <summary>Connect a WooCommerce store without copying keys</summary>
    <PostForm action={PATH} class="stack-tight narrow">
      <Field label="Name of the store" name="keys_store_name" maxLength={100} required />
      <Field
        label="Address of the site"
        name="keys_url"
        hint="For example: https://mugs.example"
        autocomplete="off"
        required
      />
      <div>
        <Button look="quiet">Continue to the store</Button>
      </div>
    </PostForm>
  </details>
);

interface CodeProps {
  path: string;
  store: WaitingStore;
  problem: string | undefined;
}

/** The owner enters the code that the store shows. Somebody who lured the merchant with a link cannot see the code. */
export const WooCommerceCodeForm = ({ path, store, problem }: CodeProps) => (
  <PostForm action={`${path}/woocommerce-code`} class="stack-tight narrow">
    <Notice tone="warn">
      {store.storeName} ({store.url}) is not connected yet. In the store, open WooCommerce → Settings →
      Advanced → Webhooks. The code is in the name that starts with “Parcelyard: code”.
    </Notice>
    <Field
      label="Code that your store shows"
      name="code"
      hint={
        <>
          Eight digits. You have five attempts until <Moment at={store.expiresAt ?? new Date(0)} />.
        </>
      }
      error={problem}
      autocomplete="off"
      required
    />
    <div>
      <Button>Connect the store</Button>
    </div>
  </PostForm>
);
