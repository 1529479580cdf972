import type {
  PlatformConnection as ConnectionMessage,
  FulfillmentSettings as SettingsMessage,
  UpdateConnectionRequest,
} from '@parcelyard/contracts/orders';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import { toConnectionMessage } from '../../domain/platforms/platform-message';
import { isPlatform } from '../../domain/platforms/platform-name';
import { FULFILL_ON, type FulfillmentSettings } from '../../domain/platforms/write-back';
import type { OrdersPorts } from '../orders-ports';

type Ports = Pick<OrdersPorts, 'connections' | 'writeBacks'>;

/** A status of WooCommerce or of a plugin. */
const STATUS = /^[a-z0-9-]{0,20}$/;

/**
 * Sets what a connected store is told about labels from now on.
 * @throws DomainError `invalid_argument` · `failed_precondition` when no store of the platform is connected
 */
export async function updateConnection(
  { connections, writeBacks }: Ports,
  { accountId: account, platform, fulfillment }: UpdateConnectionRequest,
): Promise<ConnectionMessage> {
  const accountId = toAccountId(account);
  const settings = readSettings(fulfillment);
  const updated = isPlatform(platform)
    ? await connections.setFulfillment(accountId, platform, settings)
    : undefined;
  if (!updated) {
    throw new DomainError(
      'failed_precondition',
      'platform_not_connected',
      { platform },
      { field: 'platform' },
    );
  }
  return toConnectionMessage(updated, await writeBacks.countFailed(accountId, updated.platform));
}

function readSettings(given: SettingsMessage | undefined): FulfillmentSettings {
  const { fulfillOn: on = '', statusAfter = '', notifyCustomer = false } = given ?? {};
  const fulfillOn = FULFILL_ON.find((known) => known === on);
  if (!fulfillOn) {
    const params = { allowed: [...FULFILL_ON], got: on };
    throw new DomainError('invalid_argument', 'field_not_one_of', params, { field: 'fulfill_on' });
  }
  if (!STATUS.test(statusAfter)) {
    throw new DomainError('invalid_argument', 'store_status_invalid', {}, { field: 'status_after' });
  }
  return { fulfillOn, statusAfter, notifyCustomer };
}
