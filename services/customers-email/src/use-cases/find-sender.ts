import { type Sender, senderOf } from '../domain/sender';
import type { CustomersPorts } from '../ports';

export type SenderPorts = Pick<CustomersPorts, 'owners' | 'settings'>;

export async function findSender({ owners, settings }: SenderPorts, accountId: number): Promise<Sender> {
  const [owner, chosen] = await Promise.all([owners.find(accountId), settings.get(accountId)]);
  return senderOf(owner, chosen);
}
