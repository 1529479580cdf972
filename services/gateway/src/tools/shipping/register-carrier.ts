import type { CarrierAccount, CarrierAgreement } from '@parcelyard/contracts/shipping';
import { z } from 'zod';
import { confirm, optionalText, text } from '../arguments/fields';
import { note } from '../note';
import { defineTool, type Payload } from '../tool';

const notes = {
  previewed: note(
    'a preview',
    {},
    () =>
      'Nothing was linked. The user must read the whole agreement and accept it; an assistant must not accept it for them. Then call again with the same values, this agreement_token and confirm: true. The token is valid for 24 hours.',
  ),
};

/** @see [MCP-S12] */
export const registerCarrier = defineTool({
  name: 'register_carrier',
  title: 'Register carrier',
  description:
    'Opens an account with a carrier, or links the account with account_number. The preview returns agreement_text and agreement_token: show the user the whole text, and confirm with that token only after the user has read and accepted it. Never accept it for the user.',
  access: 'Changes data',
  offeredToApps: true,
  saves: 'when confirmed',
  activity: { action: 'register_carrier', about: () => ({}) },
  hints: { idempotent: true, openWorld: true },
  notes,
  input: z.object({
    carrier: text('Carrier code, such as usps, ups or fedex.', { max: 50 }),
    account_number: optionalText(
      'Number of an existing account with the carrier, 3 to 20 letters and digits. Omitted: a new account is opened.',
      { max: 40 },
    ),
    agreement_token: optionalText('agreement_token of the preview, unchanged; required with confirm: true.', {
      max: 8_000,
    }),
    confirm: confirm('true states that the user has read and accepted the agreement, and links the account.'),
  }),
  async run(args, { caller, clients }) {
    const { outcome } = await clients.shipping.registerCarrier(caller, {
      carrier: args.carrier,
      accountNumber: args.account_number ?? '',
      agreementToken: (args.agreement_token ?? '').trim(),
      confirm: args.confirm === true,
    });
    if (outcome?.$case === 'account') return presentAccount(outcome.account);
    if (outcome?.$case === 'agreement') return presentAgreement(outcome.agreement);
    throw new Error('Shipping returned neither an agreement nor an account.');
  },
});

const presentAgreement = ({ carrier, agreementText, agreementToken }: CarrierAgreement): Payload => ({
  preview: true,
  carrier,
  agreement_text: agreementText,
  agreement_token: agreementToken,
  note: notes.previewed({}),
});

const presentAccount = ({ carrierAccountId, carrier, status }: CarrierAccount): Payload => ({
  carrier_account_id: carrierAccountId,
  carrier,
  status,
});
