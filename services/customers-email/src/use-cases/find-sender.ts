import type { Owners } from '../adapters/clients/owners-client';
import type { MailSettingsStore } from '../adapters/mongo/mail-settings-store';
import { type Sender, senderOf } from '../domain/sender';

export interface SenderPorts {
  readonly owners: Owners;
  readonly settings: MailSettingsStore;
}

/** The sender of an account's mail. */
export async function findSender({ owners, settings }: SenderPorts, accountId: number): Promise<Sender> {
  const [owner, chosen] = await Promise.all([owners.find(accountId), settings.get(accountId)]);
  return senderOf(owner, chosen);
}
