import type { Address } from '@parcelyard/contracts/common';
import { zoneOfAddress } from '@parcelyard/service-kit/calendar/zone-of-address';
import { DomainError } from '@parcelyard/service-kit/domain-error';
import type { Caller } from '../../../../clients/caller';
import { type Page, page, redirect } from '../../routing/answer';
import { ownEntry } from '../../routing/own-entry';
import type { OwnerPageRequest } from '../../routing/page-request';
import { ownerForm, ownerPage, type Route } from '../../routing/route';
import { Notice, PageHead } from '../../view/blocks';
import type { WebDependencies } from '../../web-dependencies';
import { webSentence } from '../../wording';
import { asRefused, isRefusalFromOutside } from '../error-page';
import { CarriersCard } from './carriers-card';
import { connectPlatform } from './connect-form';
import { disconnectRoutes } from './disconnect-routes';
import { readFulfillment } from './fulfillment-form';
import { PlatformsCard } from './platforms-card';
import { PreferencesForm, readPreferences } from './preferences-form';
import { readShipFrom, ShipFromForm, shipFromProblems } from './ship-from-form';
import { TimeZoneForm } from './time-zone-form';

type Clients = WebDependencies['clients'];

const PATH = '/settings/shipping';
/** As many days as the tool sync_platform_orders. */
const SYNC_DAYS = 7;
const REFUSED = new Set(['invalid_argument', 'failed_precondition', 'not_found']);

/** The shop's address, the label settings, the carriers and the sales platforms. */
export const shippingRoutes = ({ clients }: WebDependencies): Route[] => [
  ownerPage(PATH, (request) => shippingPage(clients, request)),
  ownerForm(`${PATH}/ship-from`, async (request) => {
    const shipFrom = readShipFrom(request.form);
    const problems = shipFromProblems(shipFrom);
    if (Object.keys(problems).length > 0) return shippingPage(clients, request, problems, shipFrom);
    try {
      await clients.shipping.updateSettings(request.caller, { shipFrom });
    } catch (error) {
      if (!(error instanceof DomainError) || error.field === undefined) throw error;
      // The service's field names have a prefix, and those of this page do not.
      const field = error.field.replace(/^ship_from\./, '');
      return shippingPage(clients, request, { [field]: webSentence(error) }, shipFrom);
    }
    const timeZone = zoneOfAddress(shipFrom);
    if (timeZone) await clients.auth.setTimeZone(request.caller, { timeZone, guessed: true });
    const doubtful = await isDoubtful(clients, request.caller, shipFrom);
    return redirect(`${PATH}?changed=${doubtful ? 'ship-from-doubtful' : 'ship-from'}`);
  }),
  ownerForm(`${PATH}/time-zone`, async (request) => {
    const timeZone = (request.form.get('time_zone') ?? '').trim();
    try {
      await clients.auth.setTimeZone(request.caller, { timeZone, guessed: false });
      return redirect(`${PATH}?changed=time-zone`);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'invalid_argument') throw error;
      return shippingPage(clients, request, { time_zone: webSentence(error) });
    }
  }),
  ownerForm(`${PATH}/preferences`, async (request) => {
    const preferences = readPreferences(request.form);
    if ('problem' in preferences) {
      return shippingPage(clients, request, { print_setting: preferences.problem });
    }
    const { printSetting, insurance, labelPrintedEmail } = preferences;
    await clients.shipping.updateSettings(request.caller, { printSetting, insurance });
    await clients.customers.updateMailSettings(request.caller, { labelPrintedEmail });
    return redirect(`${PATH}?changed=preferences`);
  }),
  ownerForm(`${PATH}/platforms`, async (request) => {
    const refused = await connectPlatform(clients.orders, request.caller, request.form);
    if (!refused) return redirect(`${PATH}?changed=platform#platforms`);
    const shown = await shippingPage(clients, request, refused.problems);
    return refused.refusal ? asRefused(shown, refused.refusal) : shown;
  }),
  ownerForm(`${PATH}/woocommerce-code`, async (request) => {
    try {
      const code = request.form.get('code') ?? '';
      await clients.orders.confirmWooCommerceKeys(request.caller, { code });
      return redirect(`${PATH}?changed=installed#platforms`);
    } catch (error) {
      // If the store does not answer, the owner can enter the same code again.
      if (!isRefusalFromOutside(error)) throw error;
      return asRefused(await shippingPage(clients, request, { code: webSentence(error) }), error);
    }
  }),
  ownerForm(`${PATH}/fulfillment`, async (request) => {
    const platform = request.form.get('platform') ?? '';
    try {
      const fulfillment = readFulfillment(request.form, platform);
      await clients.orders.updateConnection(request.caller, { platform, fulfillment });
      return redirect(`${PATH}?changed=fulfillment#platforms`);
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSED.has(error.code)) throw error;
      return shippingPage(clients, request, { [`fulfillment_${platform}`]: webSentence(error) });
    }
  }),
  ownerForm(`${PATH}/fulfillment/retry`, async (request) => {
    const platform = request.form.get('platform') ?? '';
    await clients.orders.retryWriteBack(request.caller, { orderId: 0, platform });
    return redirect(`${PATH}?changed=notified-again#platforms`);
  }),
  ...disconnectRoutes(clients, PATH),
  ownerForm(`${PATH}/sync`, async (request) => {
    const platform = request.form.get('platform') ?? '';
    await clients.quotas.take('store_imports', { ...request.caller, account: request.caller.accountId });
    try {
      await clients.orders.startSync(request.caller, { platform, days: SYNC_DAYS });
      return redirect(`${PATH}?changed=sync#platforms`);
    } catch (error) {
      if (!(error instanceof DomainError) || !REFUSED.has(error.code)) throw error;
      return shippingPage(clients, request, { sync: webSentence(error) });
    }
  }),
];

/**
 * Returns whether the carrier's check found a problem. The address is saved in any case. If the check fails, nothing is
 * said.
 */
async function isDoubtful({ shipping }: Clients, caller: Caller, address: Address): Promise<boolean> {
  try {
    const { status } = await shipping.validateAddress(caller, { address });
    return status === 'warning' || status === 'error';
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

type Tone = 'good' | 'warn';

type Changes = Readonly<Record<string, readonly [Tone, string]>>;

/** What the last change did, by the place where the page says it. */
const CHANGED = {
  top: {
    'ship-from': ['good', 'The ship-from address was saved.'],
    'ship-from-doubtful': [
      'warn',
      'The ship-from address was saved, but it could not be verified. Check the street and the number.',
    ],
    'time-zone': ['good', 'The time zone was saved. Days are now counted in this zone.'],
    preferences: ['good', 'Your preferences were saved. They apply to labels bought from now on.'],
  },
  carriers: { carrier: ['good', 'Your carrier account is linked.'] },
  platforms: {
    sync: ['good', 'The import has started. Its orders appear in your list as they are imported.'],
    keys: ['good', 'The store created keys. To connect the store, enter the code that it shows.'],
    'keys-refused': ['warn', 'The store created no keys and was not connected.'],
    installed: ['good', 'The store is connected. New orders are imported automatically.'],
    fulfillment: ['good', 'Saved. It applies to labels bought from now on.'],
    'notified-again': [
      'good',
      'The store is being notified again. The warning disappears when the store has accepted all labels.',
    ],
    disconnected: [
      'good',
      'The store is disconnected and its credentials are deleted. Its orders stay here.',
    ],
    platform: ['good', 'The store is connected. Import its orders now, or let your assistant do it.'],
  },
} satisfies Record<string, Changes>;

type Problems = Readonly<Record<string, string>>;

async function shippingPage(
  { shipping, customers, orders }: Clients,
  request: OwnerPageRequest,
  problems: Problems = {},
  shipFrom?: Address,
): Promise<Page> {
  const { caller, query, owner } = request;
  const [settings, mail, carriers, stores, { jobs }] = await Promise.all([
    shipping.getSettings(caller),
    customers.getMailSettings(caller, {}),
    shipping.listCarriers(caller),
    orders.listConnections(caller),
    orders.getSyncStatus(caller, {}),
  ]);
  const refused = query.get('success') === '0' ? '-refused' : '';
  const noticeOf = (changes: Changes) => {
    const change = ownEntry(changes, `${query.get('changed') ?? ''}${refused}`);
    return change && <Notice tone={change[0]}>{change[1]}</Notice>;
  };
  return page(
    'Shipping',
    <>
      <PageHead title="Shipping" lead="Where your parcels ship from, and how their labels are made." />
      <div class="stack">
        {noticeOf(CHANGED.top)}
        <ShipFromForm
          action={`${PATH}/ship-from`}
          address={shipFrom ?? (settings.shipFrom as Address)}
          problems={problems}
        />
        <TimeZoneForm action={`${PATH}/time-zone`} timeZone={owner.timeZone} problem={problems.time_zone} />
        <PreferencesForm
          action={`${PATH}/preferences`}
          printSetting={settings.printSetting}
          insurance={settings.insurance}
          labelPrintedEmail={mail.labelPrintedEmail}
          problem={problems.print_setting}
        />
        <CarriersCard carriers={carriers} notice={noticeOf(CHANGED.carriers)} />
        <PlatformsCard
          path={PATH}
          notice={noticeOf(CHANGED.platforms)}
          stores={stores}
          jobs={jobs}
          given={request.form}
          problems={problems}
        />
      </div>
    </>,
    Object.keys(problems).length > 0 ? { status: 400 } : {},
  );
}
