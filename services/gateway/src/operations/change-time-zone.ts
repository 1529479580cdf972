import type { Caller } from '../clients/caller';
import type { GatewayClients } from '../clients/gateway-clients';

/**
 * Changes the time zone of the account's days. A zone guessed from an address does not replace the owner's choice.
 * @throws DomainError invalid_argument with field `time_zone`
 */
export async function changeTimeZone(
  { auth }: Pick<GatewayClients, 'auth'>,
  caller: Caller,
  { timeZone, guessed = false }: { timeZone: string; guessed?: boolean },
): Promise<void> {
  await auth.setTimeZone(caller, { timeZone, guessed });
}
