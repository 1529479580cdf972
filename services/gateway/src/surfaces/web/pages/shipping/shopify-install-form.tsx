import { Button, Field } from '../../view/forms';

/** Links to the page that lists the permissions of the Shopify app. */
export const ShopifyInstallForm = ({ connected }: { connected: boolean }) => (
  <details open={!connected}>
    <summary>{connected ? 'Install the app in your Shopify store again' : 'Connect a Shopify store'}</summary>
    <form method="get" action="/shopify/install" class="stack-tight narrow">
      <Field label="Shop" name="shop" hint="For example: mugs.myshopify.com" autocomplete="off" required />
      <div>
        <Button look="quiet">Install in Shopify</Button>
      </div>
    </form>
  </details>
);
