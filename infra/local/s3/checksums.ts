/** S3's SHA-256 checksums of objects and parts. */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { S3Error } from './protocol.ts';

const HEADER = 'x-amz-checksum-sha256';
const OTHER_CHECKSUM = /^x-amz-checksum-(crc|sha1|sha512|md5|xxh)|^x-amz-trailer$/;

/** Returns the SHA-256 that a request claims for its body, or undefined. Throws for an invalid checksum. */
export function readChecksum({ headers }: IncomingMessage): string | undefined {
  const otherHeader = Object.keys(headers).find((name) => OTHER_CHECKSUM.test(name));
  if (otherHeader) {
    throw new S3Error(501, 'NotImplemented', `The local cloud supports ${HEADER} only, not ${otherHeader}.`);
  }

  const value = headers[HEADER];
  if (value === undefined || /^[A-Za-z0-9+/]{43}=$/.test(String(value))) return value as string | undefined;
  throw new S3Error(400, 'InvalidRequest', `Value for ${HEADER} header is invalid.`);
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
  return checksum.includes('-') ? 'COMPOSITE' : 'FULL_OBJECT';
}
