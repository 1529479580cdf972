import { CarrierNoAnswer, CarrierRefused, certainly } from '../carrier-errors';
import type { Carrier } from '../carrier-port';
import { SellerError } from '../seller-error';
import { sellerRefusals } from '../seller-refusals';
import type { EasypostDependencies } from './easypost-api';
import type { EasypostDeclaration } from './easypost-declarations';
import type { EasypostScanForm } from './easypost-shapes';
import { shipmentsToCollect } from './shipments-to-collect';

/**
 * Makes USPS's SCAN form. A shipment can be on one form only, and EasyPost does not store our reference. So before a
 * form is requested, and again after a refusal, the shipments are read to find a form that exists already.
 */
export function createEasypostScanForms(
  carrier: EasypostDeclaration,
  { api, book, logger }: EasypostDependencies,
): Required<Pick<Carrier, 'makeScanForm'>> {
  const { code, name } = carrier;
  const refusing = sellerRefusals('EasyPost', carrier, logger);

  const findForm = async (shipmentIds: readonly string[]): Promise<EasypostScanForm | undefined> => {
    for (const id of shipmentIds) {
      const form = (await api.findShipment(id))?.scan_form;
      if (form && form.status !== 'failed') return form;
    }
    return undefined;
  };

  const make = async (shipmentIds: readonly string[]): Promise<EasypostScanForm> => {
    try {
      return await api.createScanForm(shipmentIds);
    } catch (error) {
      if (!(error instanceof SellerError) || error.concerns === 'operator') throw error;
      const made = await certainly(name, findForm(shipmentIds));
      if (made) return made;
      throw error;
    }
  };

  return {
    makeScanForm: refusing(async (accountId, labels) => {
      const shipmentIds = await shipmentsToCollect(carrier, book, { accountId, labels });
      const form = (await findForm(shipmentIds)) ?? (await make(shipmentIds));
      if (form.status === 'failed') {
        throw new CarrierRefused(code, 'scan_form_failed', form.message ?? `${name} made no SCAN form.`);
      }
      // EasyPost makes a form in the background. The next check of the pickup requests the form again.
      if (!form.form_url) throw new CarrierNoAnswer(name);
      return { url: form.form_url };
    }),
  };
}
