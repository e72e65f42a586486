/**
 * Tests of the check that requests come through CloudFront, which adds a secret header. Requests to API Gateway's own
 * address would bypass CloudFront's limits.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { NotThroughSite } from '../platform/errors.ts';
import { checkOrigin } from './origin.ts';

beforeEach(() => {
  vi.stubEnv('ORIGIN_CHECK', 'on');
});

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('checkOrigin', () => {
  const secret = 'a'.repeat(64);

  /** Checks a request with these headers. */
  const check = (headers: Record<string, string>) =>
    checkOrigin({ headers, stageVariables: { [ORIGIN_SECRET_VARIABLE]: secret } });

  it.each<[problem: string, headers: Record<string, string>]>([
    ['no header', {}],
    ['an empty header', { [ORIGIN_HEADER]: '' }],
    ['another secret of the same length', { [ORIGIN_HEADER]: 'b'.repeat(64) }],
    ['a prefix of the secret', { [ORIGIN_HEADER]: secret.slice(0, -1) }],
    ['the secret with a suffix', { [ORIGIN_HEADER]: `${secret}a` }],
    ['the secret in another header', { authorization: secret }],
  ])('rejects a request with %s', (_, headers) => {
    expect(() => check(headers)).toThrow(NotThroughSite);
  });

  it('accepts a request with the secret', () => {
    expect(() => check({ [ORIGIN_HEADER]: secret })).not.toThrow();
  });

  it.each([undefined, {}, { [ORIGIN_SECRET_VARIABLE]: '' }])(
    'rejects every request if the stage variables are %j',
    (stageVariables) => {
      for (const value of ['', 'undefined', secret]) {
        expect(() => checkOrigin({ headers: { [ORIGIN_HEADER]: value }, stageVariables })).toThrow(NotThroughSite);
      }
    },
  );

  it('accepts every request if the check is not switched on', () => {
    vi.stubEnv('ORIGIN_CHECK', undefined);
    expect(() => checkOrigin({ headers: {} })).not.toThrow();
  });
});
