/**
 * Tests that our hash, which uses Node's crypto, behaves like the class that the AWS SDK would use to sign requests.
 */
import { Hash } from '@smithy/core/serde';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

const anyBytes = fc.uint8Array({ maxLength: 200 });
const anyKey = fc.option(fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.string({ minLength: 1 })), {
  nil: undefined,
});

const digestHex = async (key: string | ArrayBufferView | ArrayBuffer) =>
  Buffer.from(await new Sha256(key).digest()).toString('hex');

it("hashes as the SDK's class does, with and without a key", async () => {
  await fc.assert(
    fc.asyncProperty(anyKey, fc.array(anyBytes, { maxLength: 3 }), async (key, parts) => {
      const ours = new Sha256(key);
      const reference = new Hash('sha256', key);

      for (const part of parts) {
        ours.update(part);
        reference.update(part);
      }

      expect(Buffer.from(await ours.digest())).toEqual(Buffer.from(await reference.digest()));
    }),
  );
});

it('reads a key from the bytes of a view, not of its whole buffer', async () => {
  const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  const copy = Uint8Array.from(view);

  expect(await digestHex(view)).toBe(await digestHex(copy));
  expect(await digestHex(copy.buffer)).toBe(await digestHex(copy));
});

it('discards the data of a hash that is reset', async () => {
  const hash = new Sha256('key');
  const emptyDigest = Buffer.from(await new Sha256('key').digest());

  hash.update(Buffer.from('data'));
  expect(Buffer.from(await hash.digest())).not.toEqual(emptyDigest);

  hash.reset();
  expect(Buffer.from(await hash.digest())).toEqual(emptyDigest);
});

it('distinguishes more keys than the cache holds', async () => {
  // The cache has at most 100 keys.
  const keyCount = 250;
  const digests = new Set<string>();

  for (let index = 0; index < keyCount; index++) digests.add(await digestHex(`key ${index}`));

  expect(digests.size).toBe(keyCount);
});

it('treats a text and its bytes as the same key', async () => {
  expect(await digestHex('key 1')).toBe(await digestHex(Buffer.from('key 1')));
  expect(await digestHex('key 1')).not.toBe(await digestHex(Buffer.from('key 2')));
});
