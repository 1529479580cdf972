import {
  type BulkWriteResult,
  MongoBulkWriteError,
  MongoNetworkError,
  MongoServerError,
  MongoWriteConcernError,
} from 'mongodb';
import { toFailure } from '../src/failure';

const answered = (code: number, name: string) =>
  new MongoServerError({ code, codeName: name, message: name });
const NOT_PRIMARY = answered(10_107, 'NotWritablePrimary');
const ofGrpc = (code: number) => Object.assign(new Error(`${code} of gRPC`), { name: 'ServiceError', code });

const AWAY: readonly [string, Error][] = [
  ['no way to the server', new MongoNetworkError('connection closed')],
  ['a member that is no primary', NOT_PRIMARY],
  ['one that was asked to read and is none', answered(13_435, 'NotPrimaryNoSecondaryOk')],
  ['one that is neither', answered(13_436, 'NotPrimaryOrSecondary')],
  ['one in the old words', answered(10_058, 'LegacyNotPrimary')],
  ['a primary that stepped down', answered(189, 'PrimarySteppedDown')],
  ['one that stepped down while it worked', answered(11_602, 'InterruptedDueToReplStateChange')],
  ['one that shuts down', answered(91, 'ShutdownInProgress')],
  ['one that shut down while it worked', answered(11_600, 'InterruptedAtShutdown')],
  ['a router that does not reach a shard', answered(6, 'HostUnreachable')],
  ['a router that finds no primary of a shard', answered(133, 'FailedToSatisfyReadPreference')],
  [
    'a write that was not confirmed before its primary stepped down',
    new MongoWriteConcernError({ ok: 1, writeConcernError: { code: 189, errmsg: 'stepped down' } } as never),
  ],
  ['many writes', new MongoBulkWriteError(NOT_PRIMARY, { insertedCount: 0 } as BulkWriteResult)],
  ['a failure for that reason', new Error('The order was not saved.', { cause: NOT_PRIMARY })],
];

it.each(AWAY)('a caller gets "not available right now" for %s', (_case, error) => {
  expect(toFailure(error)).toMatchObject({ code: 'unavailable', reason: 'unavailable', params: '{}' });
});

const FAULTS: readonly [string, unknown][] = [
  ['a statement that the server does not understand', answered(9, 'FailedToParse')],
  ['a unique index', answered(11_000, 'DuplicateKey')],
  ['a code that is not given by a server of the database', ofGrpc(6)],
  ['the like with a large code', ofGrpc(10_107)],
  ['no error at all', { code: 10_107 }],
];

it.each(FAULTS)('an internal error stays one: %s', (_case, error) => {
  expect(toFailure(error)).toMatchObject({ code: 'internal', reason: 'internal' });
});
