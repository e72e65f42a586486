import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { RECOVERY_CODES } from '../../shared/rules/limits.ts';

/** The alphabet of Base32, in which no digit looks like a letter. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';

/** Number of characters in a code, without dashes. A code has 80 random bits, so its stored digest needs no salt. */
const CODE_LENGTH = 16;

/** Creates recovery codes, such as `k7qw-2m6x-tc4h-p3vd`. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => {
    // Every character is equally likely, because 256 is a multiple of the alphabet's length.
    const characters = Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET.charAt(byte % ALPHABET.length));
    // Separates groups of four characters.
    return characters.join('').replaceAll(/(.{4})(?=.)/g, '$1-');
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
  const characters = code.toLowerCase().replaceAll(/[^a-z2-7]/g, '');
  return createHash('sha256').update(characters).digest();
}
