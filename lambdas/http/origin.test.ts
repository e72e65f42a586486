import { afterEach, describe, expect, it, vi } from 'vitest';
import { ORIGIN_HEADER } from '../../shared/contract/origin.ts';
import { NotThroughSite } from '../platform/errors.ts';
import { checkOrigin } from './origin.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('where a function has the secret of the site', () => {
  const secret = 'a'.repeat(64);
  const given = (headers: Record<string, string>) => () => {
    vi.stubEnv('ORIGIN_SECRET', secret);
    checkOrigin({ headers });
  };

  it.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['an empty text', { [ORIGIN_HEADER]: '' }],
    ['another text of the same length', { [ORIGIN_HEADER]: 'b'.repeat(64) }],
    ['its beginning', { [ORIGIN_HEADER]: secret.slice(1) }],
    ['it, and more', { [ORIGIN_HEADER]: `${secret}a` }],
    ['it in another header', { authorization: secret }],
  ])('a request that shows %s is refused', (_, headers) => {
    expect(given(headers)).toThrow(NotThroughSite);
  });

  it('a request that shows it is let through', () => {
    expect(given({ [ORIGIN_HEADER]: secret })).not.toThrow();
  });
});

it('where a function has none, every request is let through', () => {
  vi.stubEnv('ORIGIN_SECRET', undefined);
  expect(() => checkOrigin({ headers: {} })).not.toThrow();
});
