import type {
  ListIdMarksRequest,
  ListIdMarksResponse,
  TakeIdsRequest,
  TakeIdsResponse,
} from '@parcelyard/contracts/billing';
import type { BillingPorts } from '../ports';
import { countOf, textOf } from './request-fields';

/** @throws DomainError invalid_argument */
export async function takeIds(
  { idMarks }: Pick<BillingPorts, 'idMarks'>,
  { service, name, known, count }: TakeIdsRequest,
): Promise<TakeIdsResponse> {
  const key = prefixOf(service) + textOf('name', name);
  return { taken: await idMarks.take(key, known, countOf('count', count, 1)) };
}

export const listIdMarks = async (
  { idMarks }: Pick<BillingPorts, 'idMarks'>,
  { service }: ListIdMarksRequest,
): Promise<ListIdMarksResponse> => ({ marks: await idMarks.list(prefixOf(service)) });

const prefixOf = (service: string): string => `${textOf('service', service)}.`;
