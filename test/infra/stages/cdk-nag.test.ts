/** The findings of cdk-nag, for settings of production that change what it checks. */
import { describe, expect, it } from 'vitest';
import { synthesize } from '../../support/synthesis.ts';

describe('cdk-nag', () => {
  it.each([
    ['originCheck', { originCheck: 'off' }],
    ['requestsPerFiveMinutesPerAddress', { requestsPerFiveMinutesPerAddress: 'none' }],
    ['tracing', { tracing: 'on' }],
    ['reservedConcurrency', { reservedConcurrency: 'on' }],
  ])('finds no violation without an explanation in code for %s', (_, settings) => {
    expect(synthesize({ stage: 'prod', ...settings }).findings).toEqual([]);
  });
});
