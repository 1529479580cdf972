import { z } from 'zod';
import { list, loadConfig, seconds, serviceVariables } from '../src/config';

const enough = { MONGODB_URI: 'mongodb://db' };

it('only the database is required', () => {
  expect(loadConfig(serviceVariables, enough)).toEqual({
    GRPC_LISTEN: '127.0.0.1:0',
    GRPC_SHARED_SECRET: [],
    ADMIN_LISTEN: '127.0.0.1:0',
    MONGODB_URI: 'mongodb://db',
    NATS_URL: '',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_TIMEOUT: 10_000,
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: 1,
    LOG_LEVEL: 'info',
    SERVICE_NAME: 'Ship.com',
    BASE_URL: 'http://127.0.0.1:8080',
  });
});

it.each(['', '  '])('a variable set to "%s" counts as unset', (value) => {
  expect(loadConfig(serviceVariables, { ...enough, LOG_LEVEL: value, SERVICE_NAME: value })).toMatchObject({
    LOG_LEVEL: 'info',
    SERVICE_NAME: 'Ship.com',
  });
  expect(() => loadConfig(serviceVariables, { MONGODB_URI: value })).toThrow('MONGODB_URI');
});

it('an empty variable with a meaning of its own stays empty', () => {
  const shape = { PARTNER_KEYS: list('local-partner-key') };
  expect(loadConfig(shape, { PARTNER_KEYS: '' }, ['PARTNER_KEYS'])).toEqual({ PARTNER_KEYS: [] });
  expect(loadConfig(shape, {})).toEqual({ PARTNER_KEYS: ['local-partner-key'] });
});

it('lists are read without spaces', () => {
  expect(loadConfig({ HOSTS: list() }, { HOSTS: ' a, b ,,c ' })).toEqual({ HOSTS: ['a', 'b', 'c'] });
});

it.each([
  ['LOG_LEVEL', 'hunter2'],
  ['BASE_URL', 'hunter2'],
  ['TTL_S', 'hunter2'],
  ['TTL_S', '-17'],
  ['TTL_S', '1.7'],
  ['KEY', 'hunter2'],
])('a wrong %s is named without its value', (name, value) => {
  const shape = { ...serviceVariables, TTL_S: seconds(60), KEY: z.string().length(32) };
  let message = '';
  try {
    loadConfig(shape, { ...enough, KEY: 'k'.repeat(32), [name]: value });
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain(`Bad configuration. ${name}: `);
  expect(message).not.toContain(value);
});

it('all wrong variables are named at once', () => {
  const wrong = { LOG_LEVEL: 'loud', BASE_URL: 'here' };
  expect(() => loadConfig(serviceVariables, wrong)).toThrow(/MONGODB_URI.*LOG_LEVEL.*BASE_URL/);
});

it('a configuration cannot be changed', () => {
  expect(Object.isFrozen(loadConfig(serviceVariables, enough))).toBe(true);
});
