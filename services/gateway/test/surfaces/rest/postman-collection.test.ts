import { restRoutes } from '../../../src/surfaces/rest/routes';
import { startGateway } from '../../support/start-gateway';

interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly raw: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw: string };
  };
}

async function readCollection() {
  const gateway = await startGateway();
  const response = await fetch(`${gateway.url}/public/postman.json`);
  const collection = (await response.json()) as Item & { variable: { key: string; value: string }[] };
  return { response, collection, requests: collection.item?.flatMap(({ item = [] }) => item) ?? [] };
}

describe('/public/postman.json', () => {
  it('contains every operation, and can be read from any origin', async () => {
    const { response, requests } = await readCollection();
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(requests.map(({ name }) => name).sort()).toEqual(restRoutes.map(({ summary }) => summary).sort());
  });

  it('uses only variables that it declares', async () => {
    const { collection } = await readCollection();
    const used = [...JSON.stringify(collection).matchAll(/\{\{([^}$]+)\}\}/g)].map(([, name]) => name);
    const known = collection.variable.map(({ key }) => key);
    expect([...new Set(used)].sort()).toEqual([...known].sort());
  });

  it('sends a new key with each create, and a body that is JSON with its variables', async () => {
    const { requests } = await readCollection();
    const create = requests.find(({ name }) => name === 'Create an order')?.request;
    expect(create?.header).toContainEqual({ key: 'Idempotency-Key', value: '{{$guid}}' });
    expect(JSON.parse(create?.body?.raw ?? '')).toMatchObject({ invoiceNumber: 'INV-{{$guid}}' });
    const purchase = requests.find(({ name }) => name === 'Purchase a label')?.request?.body?.raw ?? '';
    expect(purchase).toContain('"orderId": {{orderId}},');
    expect(JSON.parse(purchase.replace('{{orderId}}', '7'))).toMatchObject({ rateId: '{{rateId}}' });
  });
});
