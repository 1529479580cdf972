import type { ShipmentRequest } from '../../src/sellers/carrier-port';
import { anAddress, austin } from '../address/an-address';

/**
 * Returns a parcel of one pound from Austin to a home in California on a Monday. A test passes only the parts that
 * matter to it.
 */
export const aShipment = (parts: Partial<ShipmentRequest> = {}): ShipmentRequest => ({
  from: austin,
  to: anAddress(),
  parcel: { weightOz: 16 },
  options: { signatureRequired: false, saturdayDelivery: false },
  shipDate: new Date('2026-03-02T15:00:00Z'),
  orderReferences: ['A7K2MQ'],
  ...parts,
});
