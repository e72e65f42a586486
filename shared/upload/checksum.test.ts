import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { combineChecksums, computeChecksum } from './checksum.ts';

describe('computeChecksum', () => {
  it('returns the SHA-256 in Base64', async () => {
    const bytes = new Uint8Array(randomBytes(1000));
    expect(await computeChecksum(bytes)).toBe(createHash('sha256').update(bytes).digest('base64'));
    expect(await computeChecksum(new ArrayBuffer(0))).toBe('47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=');
  });
});

describe('combineChecksums', () => {
  it("returns the SHA-256 of the parts' digests, and their number", async () => {
    const parts = [randomBytes(32), randomBytes(32), randomBytes(32)];
    const digest = createHash('sha256').update(Buffer.concat(parts)).digest('base64');
    expect(await combineChecksums(parts.map((part) => part.toString('base64')))).toBe(`${digest}-3`);
  });
});
