/**
 * Tests of the registration proof: a signed time, with which the trigger of the user pool recognizes registrations
 * that came through the API.
 */
import { describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../shared/rules/durations.ts';
import { createRegistrationProof, isRegistrationProof } from './registration-proof.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');

/** How long a proof is valid, in milliseconds. */
const VALID_MS = 5 * MINUTE_MS;

const proof = createRegistrationProof('Mira@sea.example', 'key', NOW);

describe('registration proof', () => {
  it('accepts a proof for the same email, in any case, for five minutes', () => {
    expect(isRegistrationProof(proof, 'mira@SEA.example', 'key', NOW)).toBe(true);
    expect(isRegistrationProof(proof, 'mira@sea.example', 'key', NOW + VALID_MS)).toBe(true);
    expect(isRegistrationProof(proof, 'mira@sea.example', 'key', NOW + VALID_MS + 1)).toBe(false);
  });

  it('rejects a proof for another email or with another key', () => {
    expect(isRegistrationProof(proof, 'ben@sea.example', 'key', NOW)).toBe(false);
    expect(isRegistrationProof(proof, 'mira@sea.example', 'other', NOW)).toBe(false);
  });

  it('rejects a proof with a changed time', () => {
    const laterTime = NOW + VALID_MS;
    const postdatedProof = proof.replace(String(NOW), String(laterTime));
    expect(isRegistrationProof(postdatedProof, 'mira@sea.example', 'key', laterTime)).toBe(false);
  });

  it.each([
    undefined,
    '',
    '.',
    'x.y',
    `${NOW}.`,
    `${NOW}.short`,
    `NaN.${proof.split('.')[1]}`,
    `.${proof.split('.')[1]}`,
  ])('rejects the text %j', (text) => expect(isRegistrationProof(text, 'mira@sea.example', 'key', NOW)).toBe(false));
});
