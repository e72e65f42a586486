/** Tests that signed uploads respect the bytes that a member may store, and that posters belong to possible files. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { DAY_MS, MINUTE_MS } from '../../shared/rules/durations.ts';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { startTable } from '../../test/support/table.ts';
import { formatStorageKey, parseStorageKey } from '../storage/storage-key.ts';
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
const sign = (caller: Member, purpose: 'file' | 'post' | 'avatar' | 'poster', fileSize: number, posterOf?: string) =>
  prepareUpload(caller, {
    userId: caller.userId,
    fileName: 'reef.png',
    fileType: 'image/png',
    fileSize,
    purpose,
    posterOf,
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

  it.each<[problem: string, buildUlid: () => string]>([
    ['starts with an 8', () => `8${ulid().slice(1)}`],
    ['has only the letter Z', () => 'Z'.repeat(26)],
    ['has the maximum time', () => `7${'Z'.repeat(25)}`],
    ['lies a day in the future', () => ulid(Date.now() + DAY_MS)],
    ['lies two minutes in the future', () => ulid(Date.now() + 2 * MINUTE_MS)],
  ])('refuses a poster of a file whose ULID %s, and counts no upload', async (_problem, buildUlid) => {
    const member = await createMember();
    const fileUlid = buildUlid();
    const keyOfEarlierVersion = { purpose: 'file', userId: member.userId, ulid: fileUlid, fileName: 'a.mp4' } as const;

    for (const posterOf of [fileUlid, formatStorageKey(keyOfEarlierVersion)]) {
      await expect(sign(member, 'poster', 1, posterOf)).rejects.toMatchObject({
        code: 'InvalidInput',
        params: { reason: 'field', path: ['posterOf'], rule: 'format', format: 'file-id' },
      });
    }
    expect((await readUses(member.userId, Date.now())).uploads).toBe(0);
  });

  it.each([
    ['has just been prepared', 0],
    ['another function instance has prepared, whose clock is ahead', MINUTE_MS / 2],
    ['was prepared long ago', -365 * DAY_MS],
  ])('signs a poster of a file that %s', async (_case, aheadMs) => {
    const member = await createMember();
    const fileId = ulid(Date.now() + aheadMs);

    const { fileId: posterKey } = await sign(member, 'poster', 1, fileId);

    expect(parseStorageKey(posterKey)).toMatchObject({ purpose: 'poster', userId: member.userId, ulid: fileId });
  });
});
