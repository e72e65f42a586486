import { afterEach, describe, expect, it, vi } from 'vitest';
import { ORIGIN_HEADER } from '../../shared/contract/origin.ts';
import { NotThroughSite } from '../platform/errors.ts';
import { checkOrigin } from './origin.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('checkOrigin with a secret', () => {
  const secret = 'a'.repeat(64);
  const checkWith = (headers: Record<string, string>) => () => {
    vi.stubEnv('ORIGIN_SECRET', secret);
    checkOrigin({ headers });
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
});

describe('checkOrigin without a secret', () => {
  it('accepts every request', () => {
    vi.stubEnv('ORIGIN_SECRET', undefined);
    expect(() => checkOrigin({ headers: {} })).not.toThrow();
  });
});
