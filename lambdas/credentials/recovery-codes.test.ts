/**
 * Tests of recovery codes, with which members sign in without their authenticator app. The table stores only digests.
 */
import { describe, expect, it } from 'vitest';
import { createRecoveryCodes, digestRecoveryCode, isRecoveryCode } from './recovery-codes.ts';

describe('recovery codes', () => {
  it('creates 10 different codes of 80 random bits', () => {
    const codes = createRecoveryCodes();

    expect(codes).toHaveLength(10);
    expect(new Set(codes).size).toBe(10);
    // 16 characters of Base32, with 5 bits each.
    for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  });

  it('uses every character of the alphabet', () => {
    const characters = Array.from({ length: 50 }, () => createRecoveryCodes().join(''))
      .join('')
      .replaceAll('-', '');

    expect(new Set(characters).size).toBe(32);
  });

  it('accepts codes with or without dashes, and in capitals', () => {
    const codes = createRecoveryCodes();
    const digests = codes.map(digestRecoveryCode);

    for (const code of codes) {
      expect(isRecoveryCode(code, digests)).toBe(true);
      expect(isRecoveryCode(` ${code.toUpperCase().replaceAll('-', ' ')} `, digests)).toBe(true);
    }
  });

  it('rejects other codes, parts of a code, and all codes for an empty list', () => {
    const [code = '', otherCode = ''] = createRecoveryCodes();
    const digests = [digestRecoveryCode(code)];

    for (const wrongCode of [otherCode, code.slice(1), `${code}a`, '', '----']) {
      expect(isRecoveryCode(wrongCode, digests)).toBe(false);
    }

    expect(isRecoveryCode(code, [])).toBe(false);
    expect(isRecoveryCode('', [])).toBe(false);
  });
});
