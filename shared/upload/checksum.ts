/**
 * S3's SHA-256 checksums, computed with Web Crypto. Pages, the demo, and tests sign their uploads with them.
 * See docs/adr/0066-one-credit-per-content.md.
 */

/** Returns the SHA-256 of bytes in Base64. */
export async function computeChecksum(bytes: Uint8Array<ArrayBuffer> | ArrayBuffer): Promise<string> {
  return toBase64(await crypto.subtle.digest('SHA-256', bytes));
}

/** Returns the checksum of a multipart object: the SHA-256 of its parts' checksums, and the number of parts. */
export async function combineChecksums(parts: readonly string[]): Promise<string> {
  const digests = new Uint8Array(parts.flatMap((part) => [...atob(part)].map((character) => character.charCodeAt(0))));
  return `${await computeChecksum(digests)}-${parts.length}`;
}

function toBase64(digest: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(digest)));
}
