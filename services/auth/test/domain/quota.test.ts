import { loadConfig } from '@parcelyard/service-kit/config';
import { authVariables, quotasOf } from '../../src/config';
import { DEFAULT_QUOTAS } from '../../src/domain/quota';

const environment = {
  MONGODB_URI: 'mongodb://nowhere',
  BILLING_ADDRESS: 'not-used',
  TOKEN_KEYS: `k1:${Buffer.alloc(32).toString('base64url')}`,
};

describe('the quotas of a process', () => {
  it('are the strict defaults without a setting, and otherwise those of the environment', () => {
    expect(quotasOf(loadConfig(authVariables, environment))).toEqual(DEFAULT_QUOTAS);
    const config = loadConfig(authVariables, { ...environment, QUOTA_SIGN_UP: '20/4/600' });
    expect(quotasOf(config).sign_up).toEqual({ network: 20, account: 4, seconds: 600 });
  });

  it.each(['0/3/3600', '10/3/0', '10/3', '10/1001/60', 'unlimited', '-1/3/3600', '1e3/3/60', '10/3/3600/1'])(
    'cannot be %s: the process does not start and its error names the variable',
    (text) => {
      expect(() => loadConfig(authVariables, { ...environment, QUOTA_LABEL_LINKS: text })).toThrow(
        /QUOTA_LABEL_LINKS: must be <1 to 1000 per network>/,
      );
    },
  );
});
