import type { LinkedCarrier } from '@parcelyard/contracts/shipping';
import type { Command } from '../command';

/** Lists an account's registered carrier numbers, and shows which of them are in use. */
export const carrierAccountList: Command = {
  usage: 'carrier-account list --account ID',
  summary: "Lists an account's own carrier accounts.",
  parameters: {
    '--account': 'Id of the account.',
  },
  services: ['shipping'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const { linked } = await services.shipping.listCarriers({ accountId });
    return { carrierAccounts: linked.map(toRow) };
  },
};

/**
 * Starts to use this carrier account. Rates and labels of its carrier then come from this account, and the carrier
 * bills the labels to it.
 */
export const carrierAccountUse: Command = {
  usage: 'carrier-account use CARRIER_ACCOUNT_ID --account ID --external-id ca_… [--seller NAME]',
  summary: "Starts to buy labels with an account's own carrier account.",
  parameters: {
    CARRIER_ACCOUNT_ID: 'Id that carrier-account list shows.',
    '--account': 'Id of the account.',
    '--external-id': 'Id of the carrier account at the seller of labels.',
    '--seller': 'Name of the seller; needed when several sellers have the carrier.',
  },
  services: ['shipping'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const carrierAccountId = args.positionalId(0, 'CARRIER_ACCOUNT_ID');
    const externalId = args.requiredText('external-id');
    const seller = args.text('seller');
    const account = { accountId, carrierAccountId, externalId, seller };
    return toRow(await services.shipping.useCarrierAccount(account));
  },
};

/**
 * Ends the use of this carrier account. Rates and labels then come from the deployment's own accounts again, and the
 * balance pays for the labels.
 */
export const carrierAccountEnd: Command = {
  usage: 'carrier-account end CARRIER_ACCOUNT_ID --account ID',
  summary: "Stops buying labels with an account's own carrier account.",
  parameters: {
    CARRIER_ACCOUNT_ID: 'Id that carrier-account list shows.',
    '--account': 'Id of the account.',
  },
  services: ['shipping'],
  run: async (args, services) => {
    const accountId = args.requiredId('account');
    const carrierAccountId = args.positionalId(0, 'CARRIER_ACCOUNT_ID');
    const account = { accountId, carrierAccountId, externalId: '' };
    return toRow(await services.shipping.useCarrierAccount(account));
  },
};

const toRow = ({ carrierAccountId, carrier, accountNumber, externalId = '', linkedAt }: LinkedCarrier) => ({
  carrierAccountId,
  carrier,
  accountNumber,
  inUse: externalId !== '',
  externalId,
  linkedAt,
});
