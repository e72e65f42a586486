import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RECOVERY_CODES } from '../../shared/rules/limits.ts';

/** The alphabet of Base32, in which no digit looks like a letter. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Characters of a code. Each has 5 random bits, so no one can guess a code of 80 bits, and its digest needs no salt. */
const LENGTH = 16;

/** Creates recovery codes, such as `k7qw-2m6x-tc4h-p3vd`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    const characters = Array.from(randomBytes(LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');
    return characters.replaceAll(/(.{4})(?=.)/g, '$1-');
  });
}

/** Returns the digest of a code, which is stored. Ignores case, spaces, and dashes. */
export function digestRecoveryCode(code: string): string {
  return digest(code).toString('base64url');
}

/** Returns whether a code is among those with these digests. Takes the same time for every code. */
export function isRecoveryCode(code: string, digests: readonly string[]): boolean {
  const codeDigest = digest(code);
  const matches = digests.map((storedDigest) => timingSafeEqual(Buffer.from(storedDigest, 'base64url'), codeDigest));
  return matches.includes(true);
}

function digest(code: string): Buffer {
  return createHash('sha256')
    .update(code.toLowerCase().replaceAll(/[^a-z2-7]/g, ''))
    .digest();
}
