import type { FulfillmentSettings, PlatformConnection } from '@parcelyard/contracts/orders';
import { Notice } from '../../view/blocks';
import { Button, CheckField, Field, PostForm, SelectField } from '../../view/forms';

interface Props {
  /** Path of the page. */
  path: string;
  store: PlatformConnection;
  problem: string | undefined;
}

/** What is reported to a connected store about labels, and which write-backs failed. */
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
                Tell {storeName} again
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
          hint="With carrier, tracking number and link. A voided label takes it back."
          error={problem}
        />
        {platform === 'woocommerce' && (
          <Field
            label="Order status from then on"
            name={named(platform, 'status_after')}
            value={statusAfter}
            hint="Such as completed. Empty: the status stays."
          />
        )}
        <CheckField
          label={`${storeName} e-mails the customer, too`}
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
    ? `${storeName} does not know of the label of one order. The order's page says why.`
    : `${storeName} does not know of the labels of ${failed} orders. Their pages say why.`;

/** Returns the name of a field with the platform as prefix, because each store has its own form on the same page. */
const named = (platform: string, field: string): string => `${platform}_${field}`;

/** Reads the form's choices. A browser does not send an unchecked checkbox. */
export const readFulfillment = (form: URLSearchParams, platform: string): FulfillmentSettings => ({
  fulfillOn: form.get(named(platform, 'fulfill_on')) ?? '',
  statusAfter: (form.get(named(platform, 'status_after')) ?? '').trim(),
  notifyCustomer: form.get(named(platform, 'notify_customer')) === 'on',
});
