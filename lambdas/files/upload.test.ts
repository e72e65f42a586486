import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allowedAmount } from '../../shared/rules/conduct-limits.ts';
import { FakeBucket } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { readUses } from '../table/conduct.ts';
import { changeDepth } from '../table/ledger.ts';
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

/** Creates a member who can store ten more bytes. */
async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });

  const storedBytes = MAX_STORED_BYTES - 10;
  await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: 0, storedBytes });
  return { userId, username: userId, issuedAt: 1 };
}

type Member = Awaited<ReturnType<typeof createMember>>;

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

      await expect(sign(member, purpose, 11)).rejects.toMatchObject({ code: 'LimitReached', limit: 'storedBytes' });
      await sign(member, purpose, 10);

      expect(await readUses(member.userId, Date.now())).toMatchObject({ uploads: 1, uploadBytes: 10 });
    },
  );

  it('signs a profile picture of any allowed size, because it replaces the previous one', async () => {
    expect(await sign(await createMember(), 'avatar', 11)).toMatchObject({ publicUrl: expect.any(String) });
  });
});
