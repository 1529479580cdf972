import type { Caller } from '../clients/caller';
import type { GatewayClients } from '../clients/gateway-clients';

/**
 * Reckons the account's days in another time zone from now on. One that is guessed by an address changes nothing once the
 * owner has chosen.
 * @throws DomainError invalid_argument with field `time_zone`
 */
export async function changeTimeZone(
  { auth }: Pick<GatewayClients, 'auth'>,
  caller: Caller,
  { timeZone, guessed = false }: { timeZone: string; guessed?: boolean },
): Promise<void> {
  await auth.setTimeZone(caller, { timeZone, guessed });
}
