import type { AddressCheckMessage } from '@parcelyard/contracts/orders';
import { textOrNull } from '../presentation/text-or-null';
import type { Payload } from '../tool';

/** What an address check has to say. */
export const presentAddressMessages = (messages: readonly AddressCheckMessage[]): Payload[] =>
  messages.map(({ code, field, message, suggestion }) => ({
    code,
    field: textOrNull(field),
    message,
    suggestion: textOrNull(suggestion),
  }));
