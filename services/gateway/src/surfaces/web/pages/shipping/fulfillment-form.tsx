import type { FulfillmentSettings, PlatformConnection } from '@parcelyard/contracts/orders';
import { Notice } from '../../view/blocks';
import { Button, CheckField, Field, PostForm, SelectField } from '../../view/forms';

interface Props {
  path: string;
  store: PlatformConnection;
  problem: string | undefined;
}

/** What a connected store is told about labels, and what it has refused. */
export const FulfillmentForm = ({ path, store, problem }: Props) => {
  const { platform, storeName, failedWriteBacks: failed } = store;
  const { fulfillOn = 'purchase', statusAfter = '', notifyCustomer = false } = store.fulfillment ?? {};
  return (
    <div class="stack-tight">
      {failed > 0 && (
        <Notice tone="warn">
          <div class="row">
            <span>{failedText(storeName, failed)}</span>
            <PostForm action={`${path}/fulfillment/retry`} hidden={{ platform }}>
              <Button look="quiet" size="small">
                Notify {storeName} again
              </Button>
            </PostForm>
          </div>
        </Notice>
      )}
      <PostForm action={`${path}/fulfillment`} hidden={{ platform }} class="stack narrow">
        <SelectField
          label={`Mark orders as fulfilled in ${storeName}`}
          name={named(platform, 'fulfill_on')}
          value={fulfillOn}
          options={[
            ['purchase', 'when their label is bought'],
            ['print', 'when their label is printed'],
            ['never', 'never'],
          ]}
          hint="The store gets the carrier, tracking number and tracking link. If you void the label, the fulfillment is canceled."
          error={problem}
        />
        {platform === 'woocommerce' && (
          <Field
            label="New order status"
            name={named(platform, 'status_after')}
            value={statusAfter}
            hint="For example: completed. If empty, the status does not change."
          />
        )}
        <CheckField
          label={`${storeName} also e-mails the customer`}
          name={named(platform, 'notify_customer')}
          checked={notifyCustomer}
        />
        <div>
          <Button look="quiet">Save for {storeName}</Button>
        </div>
      </PostForm>
    </div>
  );
};

const failedText = (storeName: string, failed: number): string =>
  failed === 1
    ? `${storeName} was not notified of the label of one order. The order's page shows the reason.`
    : `${storeName} was not notified of the labels of ${failed} orders. Their pages show the reason.`;

/** Returns a field's name with the platform in front, because each store on the page has its own form. */
const named = (platform: string, field: string): string => `${platform}_${field}`;

/** Reads the form's choices. A browser does not send an unchecked checkbox. */
export const readFulfillment = (form: URLSearchParams, platform: string): FulfillmentSettings => ({
  fulfillOn: form.get(named(platform, 'fulfill_on')) ?? '',
  statusAfter: (form.get(named(platform, 'status_after')) ?? '').trim(),
  notifyCustomer: form.get(named(platform, 'notify_customer')) === 'on',
});
