import type { AccountRef, ListCarriersResponse } from '@parcelyard/contracts/shipping';
import type { CarrierRegistry } from '../carriers/carrier-registry';
import type { CarrierAccountStore } from '../ports';

interface Ports {
  readonly carriers: CarrierRegistry;
  readonly carrierAccounts: CarrierAccountStore;
}

/** Every carrier that sells labels here, and the account's own numbers with them. */
export async function listCarriers(
  { carriers, carrierAccounts }: Ports,
  { accountId }: AccountRef,
): Promise<ListCarriersResponse> {
  const linked = await carrierAccounts.list(accountId);
  return {
    carriers: carriers.all.map(({ code, declaration: { name, services } }) => ({
      code,
      name,
      services: services.map((service) => service.name),
    })),
    linked: linked.map(({ id, ...rest }) => ({ carrierAccountId: id, ...rest })),
  };
}
