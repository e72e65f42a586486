/**
 * Tests of the check that requests come through CloudFront, which adds a secret header. Requests to API Gateway's own
 * address would bypass CloudFront's limits.
 */
import { describe, expect, it } from 'vitest';
import { ORIGIN_CHECK_OFF, ORIGIN_HEADER, ORIGIN_SECRET_VARIABLE } from '../../shared/contract/origin.ts';
import { NotThroughSite } from '../platform/errors.ts';
import { checkOrigin } from './origin.ts';

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

  it.each(['', 'undefined', secret])('rejects the header "%s" if the secret is empty', (value) => {
    const stageVariables = { [ORIGIN_SECRET_VARIABLE]: '' };
    expect(() => checkOrigin({ headers: { [ORIGIN_HEADER]: value }, stageVariables })).toThrow(NotThroughSite);
  });

  it.each<[label: string, stageVariables: Record<string, string> | undefined]>([
    ['the stage variable turns the check off', { [ORIGIN_SECRET_VARIABLE]: ORIGIN_CHECK_OFF }],
    ['API Gateway has no such stage variable', { pearl: 'big' }],
    ['the event has no stage variables', undefined],
  ])('accepts requests with and without the header if %s', (_, stageVariables) => {
    for (const headers of [{}, { [ORIGIN_HEADER]: secret }]) {
      expect(() => checkOrigin({ headers, stageVariables })).not.toThrow();
    }
  });
});
