/** Tests that signed uploads respect the bytes that a member may store. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { startTable } from '../../test/support/table.ts';
import { changeDepth } from '../table/change-depth.ts';
import { readUses } from '../table/conduct.ts';
import { createProfile } from '../table/profile.ts';
import { prepareUpload } from './upload.ts';

/** Maximum number of bytes that a new member may store. */
const MAX_STORED_BYTES = allowedAmount('storedBytes', 'new');

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
  new FakeBucket();
});

afterAll(() => stopTable());

/** Number of bytes that each test's member can still store. */
const REMAINING_BYTES = 10;

/** Creates a member who can store {@link REMAINING_BYTES} more. */
async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });

  const storedBytes = MAX_STORED_BYTES - REMAINING_BYTES;
  await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: 0, storedBytes });
  return { userId, username: userId, issuedAt: 1 };
}

type Member = Awaited<ReturnType<typeof createMember>>;

/** Prepares the upload of a picture of this size. */
const sign = (caller: Member, purpose: 'file' | 'post' | 'avatar', fileSize: number) =>
  prepareUpload(caller, {
    userId: caller.userId,
    fileName: 'reef.png',
    fileType: 'image/png',
    fileSize,
    purpose,
    checksum: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  } as never);

describe('prepareUpload', () => {
  it.each(['file', 'post'] as const)(
    'signs no upload of a %s that exceeds what the member may store',
    async (purpose) => {
      const member = await createMember();

      const refusedUpload = sign(member, purpose, REMAINING_BYTES + 1);
      await expect(refusedUpload).rejects.toMatchObject({ code: 'LimitReached', limit: 'storedBytes' });
      await sign(member, purpose, REMAINING_BYTES);

      expect(await readUses(member.userId, Date.now())).toMatchObject({ uploads: 1, uploadBytes: REMAINING_BYTES });
    },
  );

  it('signs a profile picture of any allowed size, because it replaces the previous one', async () => {
    expect(await sign(await createMember(), 'avatar', REMAINING_BYTES + 1)).toMatchObject({
      publicUrl: expect.any(String),
    });
  });
});
