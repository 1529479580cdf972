import type {
  ListPrivacyRequestsRequest,
  PrivacyRequest as PrivacyMessage,
  PrivacyRequestList,
} from '@parcelyard/contracts/orders';
import { accountId as toAccountId } from '@parcelyard/service-kit/ids';
import type { PrivacyStore } from '../../adapters/mongo/privacy-store';
import type { PrivacyRequest } from '../../domain/platforms/privacy-request';

/** Returns requests of shoppers and shops about their personal data, newest first. */
export const listPrivacyRequests = async (
  { privacy }: { privacy: PrivacyStore },
  { accountId }: ListPrivacyRequestsRequest,
): Promise<PrivacyRequestList> => ({
  requests: (await privacy.list(toAccountId(accountId))).map(toMessage),
});

const toMessage = ({
  id,
  topic,
  shop,
  receivedAt,
  orderIds,
  doneAt,
  kept,
}: PrivacyRequest): PrivacyMessage => ({
  requestId: id,
  topic,
  shop,
  receivedAt,
  orderIds,
  doneAt,
  kept,
});
