import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { resultEnd } from '../../src/surfaces/mcp/result';
import { createToolLists } from '../../src/surfaces/mcp/tool-list';
import { catalogue } from '../../src/tools/catalogue';

/** The specification's table, word for word. `built` marks the tools of this version. */
const SPECIFIED = `
list_orders | Read-only | none | yes | built
get_order | Read-only | none | yes | built
get_label | Read-only | none | yes | built
track_order | Read-only | none | yes | built
list_products | Read-only | none | yes | built
create_order | Changes data | none | yes | built
bulk_create_orders | Changes data | none | yes | built
update_order | Changes data | none | yes | built
update_order_address | Changes data | none | yes | built
cancel_order | Changes data | none | yes | built
cancel_shipping_label | Changes data | none | yes | built
quote_shipping | Read-only | none | yes | built
get_rates | Changes data | none | yes | built
buy_label | Spends money | none | no | built
validate_address | Read-only | none | yes | built
register_carrier | Changes data | none | yes | built
mark_labels_printed | Changes data, sends email | none | yes | built
check_pickup_availability | Read-only | none | yes | built
schedule_pickup | Changes data | carrier pickup | yes | built
cancel_pickup | Changes data | none | yes | built
list_pickups | Read-only | none | yes | built
get_pickup | Read-only | none | yes | built
trigger_batch_purchase | Spends money | batch shipping | no | built
get_batch_status | Read-only | batch shipping | yes | built
list_connected_platforms | Read-only | none | yes | built
sync_platform_orders | Changes data | none | yes | built
get_sync_status | Read-only | none | yes | built
list_customers | Read-only | none | yes | built
get_customer | Read-only | none | yes | built
create_or_update_customer | Changes data | none | yes | built
send_customer_email | Sends email | marketing email | yes | built
send_mass_marketing_email | Sends email | marketing email | yes | built
list_lapsed_customers | Read-only | none | yes | built
get_balance | Read-only | none | yes | built
get_subscription_info | Read-only | none | yes | built
get_referral_info | Read-only | none | yes | built
redeem_referral_credit | Changes data | none | yes | built
get_shipping_report | Read-only | business reporting | yes | built
get_tax_report | Read-only | business reporting | yes | built
get_shipping_analytics | Read-only | business reporting | yes | built
`
  .trim()
  .split('\n')
  .map((line) => line.split(' | '));

const TWO_STEPS = [
  ...['buy_label', 'trigger_batch_purchase', 'cancel_shipping_label', 'cancel_order', 'mark_labels_printed'],
  ...['schedule_pickup', 'cancel_pickup', 'send_customer_email', 'send_mass_marketing_email'],
  ...['redeem_referral_credit', 'register_carrier'],
];
const ONLY_ADD = ['create_order', 'bulk_create_orders', 'sync_platform_orders'];

interface Published {
  name: string;
  title: string;
  description: string;
  inputSchema: Schema;
  annotations: Record<string, unknown>;
}
interface Schema {
  type?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: boolean;
  required?: string[];
}

const toolLists = createToolLists(catalogue, '');
const encoded = Buffer.concat(toolLists.token.answer.plain(resultEnd(1)));
const published = (JSON.parse(encoded.toString()) as { result: { tools: Published[] } }).result.tools;

describe('the catalogue', () => {
  it("matches the specification's table, in its sequence, with access classes, features and connections", () => {
    const built = SPECIFIED.filter(([, , , , state]) => state === 'built');
    expect(
      catalogue.map(({ name, access, planFeature, offeredToApps }) => [
        name,
        access,
        planFeature ?? 'none',
        offeredToApps ? 'yes' : 'no',
        'built',
      ]),
    ).toEqual(built);
    expect(SPECIFIED).toHaveLength(40);
  });

  it('has one file for each tool, named like it, and contains every file', () => {
    const folder = resolve(__dirname, '../../src/tools');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    for (const { name } of catalogue) {
      const named = files.filter((file) => file.endsWith(`/${name.replaceAll('_', '-')}.ts`));
      expect([name, named.length]).toEqual([name, 1]);
    }
  });

  it('has the two-step tools of the specification, and they take confirm', () => {
    for (const { name, saves } of catalogue) {
      // trigger_batch_purchase is the only tool that also saves something in its preview.
      const stepped = saves === 'when confirmed' || name === 'trigger_batch_purchase';
      expect([name, stepped]).toEqual([name, TWO_STEPS.includes(name)]);
      const { properties } = (published.find((tool) => tool.name === name) as Published).inputSchema;
      expect([name, properties?.confirm?.type]).toEqual([
        name,
        TWO_STEPS.includes(name) ? 'boolean' : undefined,
      ]);
    }
  });
});

describe('tools/list', () => {
  it('is smaller than 45 KB [MCP-T12]', () => {
    expect(encoded.length).toBeLessThan(45_000);
  });

  it.each(published.map((tool) => [tool.name, tool] as const))(
    '%s has a description, and one for every argument [MCP-T12]',
    (_name, tool) => {
      expect(tool.title).toMatch(/^[A-Z]/);
      expect(tool.description).toMatch(/\.$/);
      expect(Object.keys(tool).sort()).toEqual([
        'annotations',
        'description',
        'inputSchema',
        'name',
        'title',
      ]);
      expect(tool.inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
      // Keywords that some AI vendors do not accept.
      for (const word of ['$schema', 'oneOf', 'anyOf', 'allOf', 'additionalProperties', 'exclusiveMinimum'])
        expect(JSON.stringify(tool.inputSchema)).not.toContain(`"${word}"`);
      for (const [path, schema] of properties(tool.inputSchema)) {
        expect([path, schema.description]).toEqual([path, expect.stringMatching(/^.{5,}$/)]);
        expect([path, schema.type]).toEqual([
          path,
          expect.stringMatching(/^(string|integer|number|boolean|object|array)$/),
        ]);
      }
    },
  );

  it.each(published.map((tool) => [tool.name, tool] as const))(
    '%s names the fields of its objects in their descriptions, for clients that show only those [MCP-T12]',
    (_name, tool) => {
      for (const [path, schema] of properties(tool.inputSchema)) {
        const fields = Object.keys((schema.items ?? schema).properties ?? {});
        const unnamed = fields.filter(
          (field) => !new RegExp(`\\b${field}\\b`).test(schema.description ?? ''),
        );
        expect([path, unnamed]).toEqual([path, []]);
      }
    },
  );

  it('on a connected app names no missing tool, except in get_rates, which says why [MCP-T13]', () => {
    const listed = Buffer.concat(toolLists.app.answer.plain(resultEnd(1))).toString();
    const { tools } = (JSON.parse(listed) as { result: { tools: Published[] } }).result;
    const naming = tools.filter((tool) => /buy_label|trigger_batch_purchase/.test(JSON.stringify(tool)));
    expect(naming.map(({ name }) => name)).toEqual(['get_rates']);
    expect(naming[0]?.description).toMatch(
      /cannot be bought on this connection: buy_label .* only on connections with the access token/,
    );
    expect(published.find(({ name }) => name === 'get_rates')?.description).toMatch(
      /For buy_label, keep package_id/,
    );
  });

  it('names for each tool that plans may lack the plans that have it [MCP-L7]', () => {
    const pointing = published.filter(({ description }) =>
      description.includes('get_subscription_info.plans'),
    );
    expect(pointing.map(({ name }) => name)).toEqual(
      SPECIFIED.filter(([, , feature]) => feature !== 'none').map(([name]) => name),
    );
  });

  it.each(published.map((tool) => [tool.name, tool] as const))(
    '%s has the hints of its access class [MCP-T8]',
    (name, tool) => {
      const [, access] = SPECIFIED.find(([specified]) => specified === name) as string[];
      const readOnly = access === 'Read-only' || name === 'get_rates';
      expect(tool.annotations.title).toBe(tool.title);
      expect(tool.annotations.readOnlyHint).toBe(readOnly);
      expect(tool.annotations.destructiveHint).toBe(readOnly ? undefined : !ONLY_ADD.includes(name));
      expect(typeof tool.annotations.openWorldHint).toBe('boolean');
    },
  );
});

function properties(schema: Schema, path = ''): [string, Schema][] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, Schema][] => [
    [`${path}${name}`, property],
    ...properties(property, `${path}${name}.`),
  ]);
  return schema.items ? [...inside, ...properties(schema.items, `${path}[].`)] : inside;
}
