import type { AddressCheckMessage } from '@parcelyard/contracts/orders';
import { textOrNull } from '../../operations/nullable';
import type { Payload } from '../tool';

/** What an address check has to say. */
export const presentAddressMessages = (messages: readonly AddressCheckMessage[]): Payload[] =>
  messages.map(({ code, field, message, suggestion }) => ({
    code,
    field: textOrNull(field),
    message,
    suggestion: textOrNull(suggestion),
  }));
