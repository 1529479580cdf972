import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { Judge } from '../judge';
import { askShipengineDouble } from '../shipengine/ask-shipengine-double';
import { mergeAllOf } from '../shipengine/merge-all-of';
import { createFitsOpenApi, type OpenApi } from '../stripe/fits-openapi';

/** A copy of `openapi.yaml` from ShipEngine's repository `shipengine-openapi`. The copy on npm is from 2020. */
const DOCUMENT = 'SHIPENGINE_OPENAPI';

/**
 * Members that the document requires, but that ShipEngine's own guide to rates leaves out. A shipment has no carrier
 * and no service before it has a label.
 */
const OPTIONAL = {
  address_validating_shipment: ['shipment_id', 'carrier_id', 'service_code'],
  shipment: ['carrier_id', 'service_code'],
};

export const shipengineOpenapi: Judge = {
  name: 'ShipEngine (OpenAPI)',
  proves:
    "Our requests to ShipEngine and the answers of our double match ShipEngine's published OpenAPI document.",
  needs: [],
  needsVariables: [DOCUMENT],
  async judge() {
    const published = parse(readFileSync(process.env[DOCUMENT] ?? '', 'utf8')) as OpenApi & {
      readonly info: { readonly version: string };
    };
    const fits = createFitsOpenApi(mergeAllOf(published, OPTIONAL));
    const exchanges = await askShipengineDouble();
    return {
      version: published.info.version,
      checked: exchanges.length,
      faults: [...new Set(exchanges.flatMap(fits))],
    };
  },
};
