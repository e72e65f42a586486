import { afterEach, describe, expect, it, vi } from 'vitest';
import { ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { NotThroughSite } from '../platform/errors.ts';
import { checkOrigin } from './origin.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('checkOrigin', () => {
  const secret = 'a'.repeat(64);
  const checkWith = (headers: Record<string, string>) => () => {
    vi.stubEnv('ORIGIN_CHECK', 'on');
    checkOrigin({ headers, stageVariables: { [ORIGIN_SECRET_VARIABLE]: secret } });
  };

  it.each<[string, Record<string, string>]>([
    ['no header', {}],
    ['an empty header', { [ORIGIN_HEADER]: '' }],
    ['another secret of the same length', { [ORIGIN_HEADER]: 'b'.repeat(64) }],
    ['a prefix of the secret', { [ORIGIN_HEADER]: secret.slice(1) }],
    ['the secret with a suffix', { [ORIGIN_HEADER]: `${secret}a` }],
    ['the secret in another header', { authorization: secret }],
  ])('rejects a request with %s', (_, headers) => {
    expect(checkWith(headers)).toThrow(NotThroughSite);
  });

  it('accepts a request with the secret', () => {
    expect(checkWith({ [ORIGIN_HEADER]: secret })).not.toThrow();
  });

  it.each([undefined, {}, { [ORIGIN_SECRET_VARIABLE]: '' }])(
    'rejects every request if the stage variables are %j',
    (stageVariables) => {
      vi.stubEnv('ORIGIN_CHECK', 'on');

      for (const value of ['', 'undefined', secret]) {
        expect(() => checkOrigin({ headers: { [ORIGIN_HEADER]: value }, stageVariables })).toThrow(NotThroughSite);
      }
    },
  );

  it('accepts every request if the check is off', () => {
    vi.stubEnv('ORIGIN_CHECK', undefined);
    expect(() => checkOrigin({ headers: {} })).not.toThrow();
  });
});
