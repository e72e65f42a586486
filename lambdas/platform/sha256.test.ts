import { Hash } from '@smithy/core/serde';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Sha256 } from './sha256.ts';

const bytes = fc.uint8Array({ maxLength: 200 });
const key = fc.option(fc.oneof(fc.uint8Array({ minLength: 1, maxLength: 200 }), fc.string({ minLength: 1 })), {
  nil: undefined,
});

it("hashes as the SDK's class does, with and without a key", async () => {
  await fc.assert(
    fc.asyncProperty(key, fc.array(bytes, { maxLength: 3 }), async (secret, parts) => {
      const ours = new Sha256(secret);
      const reference = new Hash('sha256', secret);

      for (const part of parts) {
        ours.update(part);
        reference.update(part);
      }

      expect(Buffer.from(await ours.digest())).toEqual(Buffer.from(await reference.digest()));
    }),
  );
});

it('hashes the bytes of a view, not of its whole buffer', async () => {
  const view = new Uint8Array([1, 2, 3, 4]).subarray(1, 3);
  const copy = Uint8Array.from(view);
  const digest = async (secret: ArrayBufferView | ArrayBuffer) => Buffer.from(await new Sha256(secret).digest());

  expect(await digest(view)).toEqual(await digest(copy));
  expect(await digest(copy.buffer)).toEqual(await digest(copy));
});

it('discards its data when it is reset', async () => {
  const hash = new Sha256('key');
  const emptyDigest = Buffer.from(await new Sha256('key').digest());
  hash.update(Buffer.from('data'));
  expect(Buffer.from(await hash.digest())).not.toEqual(emptyDigest);

  hash.reset();
  expect(Buffer.from(await hash.digest())).toEqual(emptyDigest);
});

it('distinguishes more keys than it caches', async () => {
  const digest = async (secret: string | Uint8Array) => Buffer.from(await new Sha256(secret).digest()).toString('hex');

  const digests = new Set<string>();
  for (let number = 0; number < 250; number++) digests.add(await digest(`key ${number}`));

  expect(digests.size).toBe(250);
  expect(await digest(Buffer.from('key 2'))).not.toBe(await digest('key 1'));
  expect(await digest('key 1')).toBe(await digest(Buffer.from('key 1')));
});
