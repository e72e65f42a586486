import { describe, expect, it } from 'vitest';
import { createRegistrationProof, isRegistrationProof } from './registration-proof.ts';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const proof = createRegistrationProof('Mira@sea.example', 'key', NOW);

describe('registration proof', () => {
  it('accepts a proof for the same email, in any case, for five minutes', () => {
    expect(isRegistrationProof(proof, 'mira@SEA.example', 'key', NOW)).toBe(true);
    expect(isRegistrationProof(proof, 'mira@sea.example', 'key', NOW + 300_000)).toBe(true);
    expect(isRegistrationProof(proof, 'mira@sea.example', 'key', NOW + 300_001)).toBe(false);
  });

  it('rejects a proof for another email or with another key', () => {
    expect(isRegistrationProof(proof, 'ben@sea.example', 'key', NOW)).toBe(false);
    expect(isRegistrationProof(proof, 'mira@sea.example', 'other', NOW)).toBe(false);
  });

  it('rejects a proof with a changed time', () => {
    const postdatedProof = proof.replace(String(NOW), String(NOW + 300_000));
    expect(isRegistrationProof(postdatedProof, 'mira@sea.example', 'key', NOW + 300_000)).toBe(false);
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
