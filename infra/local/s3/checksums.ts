/** S3's SHA-256 checksums of objects and parts. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './protocol.ts';

const SHA256_HEADER = 'x-amz-checksum-sha256';
/** Checksums of other algorithms. `x-amz-trailer` announces a checksum after the body. */
const UNSUPPORTED_HEADER = /^x-amz-checksum-(crc|sha1|sha512|md5|xxh)|^x-amz-trailer$/;

/** Matches 32 bytes in Base64. */
const SHA256_FORMAT = /^[A-Za-z0-9+/]{43}=$/;

/**
 * Returns the SHA-256 that a request claims for its body, or undefined.
 *
 * @throws S3Error if the checksum is invalid or of another algorithm
 */
export function readChecksum({ headers }: IncomingMessage): string | undefined {
  const unsupportedHeader = Object.keys(headers).find((name) => UNSUPPORTED_HEADER.test(name));
  if (unsupportedHeader) {
    const message = `The local cloud supports ${SHA256_HEADER} only, not ${unsupportedHeader}.`;
    throw new S3Error(501, 'NotImplemented', message);
  }

  const checksum = headers[SHA256_HEADER];
  if (checksum === undefined || SHA256_FORMAT.test(String(checksum))) return checksum as string | undefined;
  throw new S3Error(400, 'InvalidRequest', `Value for ${SHA256_HEADER} header is invalid.`);
}

/**
 * Checks a body against the checksum that the request claims for it.
 *
 * @throws S3Error if the checksums differ
 */
export function verifyChecksum(claimed: string | undefined, actual: string): void {
  if (claimed === undefined || claimed === actual) return;
  throw new S3Error(400, 'BadDigest', 'The SHA256 you specified did not match the calculated checksum.');
}

/** Returns the composite checksum of a multipart object: the hash of the parts' hashes, and their number. */
export function combineChecksums(parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part, 'base64');
  return `${hash.digest('base64')}-${parts.length}`;
}

/** Returns the type of a checksum as S3 names it. */
export function getChecksumType(checksum: string): 'COMPOSITE' | 'FULL_OBJECT' {
  // Only composite checksums have a hyphen, before the number of parts. Base64 has none.
  return checksum.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT';
}
