import { eventually } from '@parcelyard/testing/eventually';
import { type Document, MongoClient } from 'mongodb';
import { confirmBatch, endedBatch, previewBatch } from './support/batch';
import { ACCOUNT, confirm, rate, type Shipping, startShipping } from './support/start-shipping';

let shipping: Shipping;
let client: MongoClient;
beforeAll(async () => {
  shipping = await startShipping();
  client = new MongoClient(shipping.uri, { monitorCommands: true, ignoreUndefined: true });
});
afterAll(async () => {
  await shipping.close();
  await client.close();
});

const ASKING = new Set(['find', 'findAndModify', 'update', 'delete', 'aggregate', 'count', 'distinct']);
const TRANSPORT = new Set(['lsid', '$db', 'txnNumber', 'writeConcern', '$readPreference', '$clusterTime']);

test('every query of the service uses an index', async () => {
  const commands: Document[] = [];
  client.on('commandStarted', ({ commandName, command, databaseName }) => {
    if (databaseName === shipping.db.databaseName && ASKING.has(commandName)) commands.push(command);
  });
  const monitored = client.db(shipping.db.databaseName);
  const { rpc, stop } = await shipping.startProcess({ mongo: (mongo) => ({ ...mongo, db: monitored }) });

  for (const company of ['', 'SBX_DECLINE', 'SBX_TIMEOUT_AFTER_BUY']) {
    const { orderId } = await shipping.createOrder({ company });
    const choice = await rate(rpc, orderId);
    await confirm(rpc, choice).catch(() => undefined);
    await confirm(rpc, choice).catch(() => undefined);
  }
  const { orderId } = await shipping.createOrder();
  const { label } = await confirm(rpc, await rate(rpc, orderId));
  await rpc.getLabelFile({ token: (label?.labelUrl ?? '').slice('/labels/'.length), offset: 0, etag: '' });
  await rpc.advanceTracking({ accountId: ACCOUNT, orderId, status: 'InTransit' });
  await rpc.advanceTracking({ accountId: 0, orderId, status: 'Delivered' });
  const trackingNumber = label?.trackingNumber ?? '';
  await rpc.trackShipment({ trackingNumber });
  await rpc.listParcels({ accountId: ACCOUNT, orderId });
  await rpc.listCarriers({ accountId: ACCOUNT });
  await rpc.updateSettings({
    accountId: ACCOUNT,
    shipFrom: undefined,
    printSetting: 'qr',
    insurance: undefined,
  });
  const registration = { accountId: ACCOUNT, carrier: 'ups', accountNumber: 'A1B2C3', agreementToken: '' };
  const { outcome } = await rpc.registerCarrier({ ...registration, confirm: false });
  const agreementToken = outcome?.$case === 'agreement' ? outcome.agreement.agreementToken : '';
  await rpc.registerCarrier({ ...registration, agreementToken, confirm: true });
  await rpc.getPendingRefunds({ accountId: ACCOUNT });
  for (const accountId of [0, ACCOUNT]) {
    await rpc.listPurchases({ accountId, afterPurchaseId: '', limit: 10 });
    await rpc.listSellerJournal({ accountId, afterReference: '', limit: 10 });
  }
  await shipping.createOrder({ weightOz: 12 });
  await previewBatch(rpc);
  await confirmBatch(rpc);
  const batch = await endedBatch(shipping, rpc);
  await rpc.getBatch({ accountId: ACCOUNT, batchId: batch.batchId });
  await rpc.listBatches({ accountId: ACCOUNT, page: undefined });
  await rpc.getLabelFile({ token: (batch.labelsUrl ?? '').slice('/labels/'.length), offset: 0, etag: '' });
  shipping.clock.advance(13_000);
  await eventually(async () => {
    const waiting = { accountId: ACCOUNT, state: 'unknown' };
    expect(await shipping.db.collection('purchases').countDocuments(waiting)).toBe(0);
  });
  await stop();

  expect(commands.length).toBeGreaterThan(50);
  const asked = new Set(commands.map((command) => Object.values(command)[0]));
  expect([...asked]).toEqual(
    expect.arrayContaining([
      ...['purchases', 'label_files', 'settings', 'carrier_journal', 'carrier_accounts', 'batches'],
    ]),
  );
  for (const command of commands) {
    const bare = Object.fromEntries(Object.entries(command).filter(([key]) => !TRANSPORT.has(key)));
    const { queryPlanner } = await shipping.db.command({ explain: bare, verbosity: 'queryPlanner' });
    const plan = JSON.stringify(queryPlanner.winningPlan);
    if (/COLLSCAN|"SORT"/.test(plan)) throw new Error(`${JSON.stringify(bare)} runs as ${plan}`);
  }
});
