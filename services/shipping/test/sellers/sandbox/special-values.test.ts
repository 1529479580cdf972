import { specialValues } from '../../../src/sellers/sandbox/special-values';

describe('a special value', () => {
  it.each([
    ['SBX_DECLINE', ['SBX_DECLINE']],
    [' SBX_DECLINE ', ['SBX_DECLINE']],
    ['SBX_DECLINE-17', ['SBX_DECLINE']],
    ['SBX_DECLINE_17', ['SBX_DECLINE']],
    ['order 9 SBX_RETURN', ['SBX_RETURN']],
    ['SBX_TIMEOUT_AFTER_BUY', ['SBX_TIMEOUT_AFTER_BUY']],
    ['SBX_VOID_PENDING_2', ['SBX_VOID_PENDING']],
    ['SBX_DECLINED', []],
    ['SBX_', []],
    ['Acme', []],
    ['', []],
  ])('%j is read as %j', (text, expected) => {
    expect(specialValues([text])).toEqual(expected);
  });

  it('is found in the company and in every reference, once', () => {
    expect(specialValues(['SBX_RETURN', 'A7K2MQ', 'SBX_VOID_REJECTED', 'SBX_RETURN-2'])).toEqual([
      'SBX_RETURN',
      'SBX_VOID_REJECTED',
    ]);
  });
});
