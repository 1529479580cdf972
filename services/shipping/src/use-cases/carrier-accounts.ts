import type {
  AccountRef,
  CarrierEntry,
  ListCarriersResponse,
  RegisterCarrierRequest,
  RegisterCarrierResponse,
} from '@parcelyard/contracts/shipping';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Sealer } from '../adapters/seals/create-sealer';
import {
  AGREEMENT_TTL_MS,
  AGREEMENT_VERSION,
  type AgreementSeal,
  accountNumber,
  agreementContent,
  agreementSeal,
  carrierAgreement,
  checkAgreement,
} from '../domain/carrier-agreement';
import type { CarrierRegistry } from '../sellers/carrier-registry';
import type { ShippingPorts } from './shipping-ports';

export type RegisterCarrierPorts = Pick<ShippingPorts, 'carriers' | 'carrierAccounts' | 'sealer' | 'clock'>;

/**
 * Shows a carrier's agreement. When it is accepted, opens an account with the carrier or links one ([MCP-S12]). A
 * second call changes nothing.
 * @throws DomainError invalid_argument for the carrier, the number, or a token of another account or carrier ·
 * failed_precondition for a token that has expired or is for an older agreement
 */
export async function registerCarrier(
  ports: RegisterCarrierPorts,
  request: RegisterCarrierRequest,
): Promise<RegisterCarrierResponse> {
  const { code, declaration } = ports.carriers.get(request.carrier);
  const number = accountNumber(request.accountNumber);
  return request.confirm
    ? link(ports, request, code, number)
    : show(ports, request.accountId, code, declaration.name);
}

async function show(
  { sealer, clock }: RegisterCarrierPorts,
  accountId: number,
  carrier: string,
  name: string,
): Promise<RegisterCarrierResponse> {
  const seal = {
    accountId,
    carrier,
    version: AGREEMENT_VERSION,
    expiresAt: new Date(clock.now().getTime() + AGREEMENT_TTL_MS),
  };
  const agreement = {
    carrier,
    agreementText: carrierAgreement(name),
    agreementToken: sealer.seal('a', agreementContent(seal)),
  };
  return { outcome: { $case: 'agreement', agreement } };
}

async function link(
  { sealer, clock, carrierAccounts }: RegisterCarrierPorts,
  { accountId, agreementToken }: RegisterCarrierRequest,
  carrier: string,
  number: string,
): Promise<RegisterCarrierResponse> {
  if (agreementToken === '') {
    throw new DomainError('invalid_argument', 'field_required', {}, { field: 'agreement_token' });
  }
  const now = clock.now();
  const { version } = checkAgreement(openAgreement(sealer, agreementToken), {
    accountId,
    carrier,
    now,
  });
  const account = await carrierAccounts.link({
    accountId,
    carrier,
    accountNumber: number,
    agreementVersion: version,
    acceptedAt: now,
  });
  return { outcome: { $case: 'account', account } };
}

function openAgreement(sealer: Sealer, token: string): AgreementSeal | undefined {
  const content = sealer.open('a', token);
  return content && agreementSeal(content);
}

type Ports = Pick<ShippingPorts, 'carriers' | 'carrierAccounts' | 'settings'>;

/** Returns all carriers on offer, each with the account's own carrier accounts. */
export async function listCarriers(
  { carriers, carrierAccounts, settings }: Ports,
  { accountId }: AccountRef,
): Promise<ListCarriersResponse> {
  const [linked, { ownAccounts }] = await Promise.all([
    carrierAccounts.list(accountId),
    settings.get(accountId),
  ]);
  const inUse = new Map(ownAccounts.map((own) => [own.carrierAccountId, own.externalId]));
  return {
    carriers: entries(carriers),
    linked: linked.map((account) => ({ ...account, externalId: inUse.get(account.carrierAccountId) })),
  };
}

/** Returns one entry for each carrier, with the services of all its sellers. */
function entries({ all }: CarrierRegistry): CarrierEntry[] {
  return [...new Set(all.map(({ code }) => code))].map((code) => {
    const sold = all.filter((carrier) => carrier.code === code);
    const services = sold.flatMap(({ declaration }) => declaration.services.map(({ name }) => name));
    return { code, name: sold[0]?.declaration.name ?? code, services: [...new Set(services)] };
  });
}
