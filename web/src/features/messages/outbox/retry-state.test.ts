import { describe, expect, it } from 'vitest';
import { getRetryState } from './retry-state.ts';

const NOON = Date.parse('2026-03-10T12:00:00Z');

describe('getRetryState', () => {
  it.each([
    ['the connection failed', {}, undefined],
    ['the server failed', { code: 'Internal', problem: 'x' }, 'Something went wrong on our side. Please try again.'],
    ['the member has ascended since', { code: 'DepthTooLow', problem: 'Ascend.' }, undefined],
    ['the limit has ended', { code: 'LimitReached', problem: 'Enough.', notBefore: NOON }, undefined],
    ['a limit has no end', { code: 'LimitReached', problem: 'Enough.' }, 'Enough.'],
  ])('offers Retry if %s', (_, unsent, reason) =>
    expect(getRetryState(unsent, undefined, NOON)).toEqual({ canRetry: true, reason }),
  );

  it.each([
    ['the partner has left', {}, 'left', /this member has left/],
    [
      'the partner left before the first message',
      { code: 'NotFound', problem: 'x' },
      undefined,
      /this member has left/,
    ],
    ['the partner is above', { code: 'DepthTooLow', problem: 'x' }, 'above', /until you've ascended/],
    ['the text is too long', { code: 'InvalidInput', problem: 'Too long.' }, undefined, /^Too long\.$/],
    ['the ID was used', { code: 'Conflict', params: { item: 'message' }, problem: 'x' }, undefined, /already used/],
    ['a limit is reached', { code: 'LimitReached', problem: 'x', notBefore: NOON + 1 }, undefined, /Mar 10, 2026/],
  ] as const)('offers no Retry, and says why, if %s', (_, unsent, closedReason, reason) =>
    expect(getRetryState(unsent, closedReason, NOON)).toEqual({
      canRetry: false,
      reason: expect.stringMatching(reason),
    }),
  );
});
