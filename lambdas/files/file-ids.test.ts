/** Tests of the IDs of new files and of files of earlier versions. See docs/adr/0060-file-ids.md. */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { readDepthLog } from '../account/depth-log.ts';
import { buildNameMetadata } from '../storage/name-metadata.ts';
import { fileStorageKey, formatStorageKey } from '../storage/storage-key.ts';
import { fileIdOf } from '../table/keys.ts';
import { createProfile } from '../table/profile.ts';
import { deleteFile } from './delete.ts';
import { editFile } from './edit.ts';
import { likeFile } from './like.ts';
import { listFilesOfMember } from './list-of-member.ts';
import { recordAndProcess } from './record-and-process.ts';
import { saveMetadata } from './save-metadata.ts';
import { viewFile } from './view.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  fakeSecrets({ CURSOR_SECRET_ARN: 'secret', RENDITION_SECRET_ARN: 'rendition secret' });
});
afterAll(() => stopTable());

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  return { userId, username: userId, issuedAt: Math.floor(Date.now() / 1000) };
}

type Member = Awaited<ReturnType<typeof createMember>>;

/** Uploads a file like the current version. Returns its storage key. */
function upload({ userId }: Member, metadata: Record<string, string> = buildNameMetadata('reef.txt')): string {
  const key = fileStorageKey(userId, ulid());
  bucket.put(key, key, 'text/plain', metadata);
  return key;
}

/** Uploads a file like earlier versions. Returns its storage key, which was its ID. */
function uploadWithNameInKey({ userId }: Member): string {
  const key = formatStorageKey({ purpose: 'file', userId, ulid: ulid(), fileName: 'reef.txt' });
  bucket.put(key, key);
  return key;
}

/** The kinds of IDs that clients may have: a title, a function that uploads such a file, and one that builds the ID. */
const KINDS = [
  ['the ULID of a new file', upload, fileIdOf],
  ['the storage key of a file of an earlier version', uploadWithNameInKey, (key: string) => key],
  ['the digest of a file of an earlier version', uploadWithNameInKey, fileIdOf],
] as const;

const listFileIds = async (member: Member) => {
  const { files } = await listFilesOfMember(member, { userId: member.userId, limit: 10 });
  return files.map(({ key }) => key);
};

describe.each(KINDS)('%s', (_kind, store, buildId) => {
  it('names the file in every request, and responses have the opaque ID', async () => {
    const owner = await createMember();
    const viewer = await createMember();
    const key = store(owner);
    const fileId = buildId(key);
    await recordAndProcess(key);

    expect((await likeFile(viewer, { fileId, liked: true })).likeCount).toBe(1);
    expect((await viewFile(viewer, { fileId })).views).toBe(1);
    const { file } = await editFile(owner, { fileId, fileName: 'wreck.txt' });
    expect(file).toMatchObject({ key: fileIdOf(key), fileName: 'wreck.txt', likeCount: 1, views: 1 });
    expect(await listFileIds(owner)).toEqual([fileIdOf(key)]);

    await deleteFile(owner, { fileId });
    expect(bucket.objects.has(key)).toBe(false);
    await expect(viewFile(owner, { fileId })).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('lets only the owner edit and delete the file', async () => {
    const [owner, otherMember] = await Promise.all([createMember(), createMember()]);
    const key = store(owner);
    await recordAndProcess(key);
    const fileId = buildId(key);

    await expect(editFile(otherMember, { fileId, description: 'Mine' })).rejects.toMatchObject({ code: 'NotYou' });
    await expect(deleteFile(otherMember, { fileId })).rejects.toMatchObject({ code: 'NotYou' });
    expect(bucket.objects.has(key)).toBe(true);
    expect((await editFile(owner, { fileId, altText: '' })).file.description).toBe('');
  });
});

describe('saveMetadata', () => {
  it.each([
    ['a new file', upload, fileIdOf],
    ['a file whose upload an earlier version prepared', uploadWithNameInKey, (key: string) => key],
  ])('records %s under the name that the upload was prepared with', async (_kind, store, buildId) => {
    const member = await createMember();
    const key = store(member);
    const request = { fileId: buildId(key), description: 'A reef', altText: '' };

    await expect(saveMetadata(member, { ...request, fileName: 'wreck.txt' })).rejects.toMatchObject({
      code: 'InvalidInput',
    });
    expect(await listFileIds(member)).toEqual([]);

    const { file } = await saveMetadata(member, { ...request, fileName: 'reef.txt' });
    expect(file).toMatchObject({ key: fileIdOf(key), fileName: 'reef.txt', description: 'A reef' });
    expect((await saveMetadata(member, request)).file).toMatchObject({ key: file.key });
  });

  it("doesn't find another member's upload, so that its ID reveals nothing", async () => {
    const [owner, otherMember] = await Promise.all([createMember(), createMember()]);
    const request = { fileId: fileIdOf(upload(owner)), description: '', altText: '' };

    await expect(saveMetadata(otherMember, request)).rejects.toMatchObject({ code: 'FileNotStored' });
    expect((await saveMetadata(owner, request)).file.fileName).toBe('reef.txt');
  });
});

describe('a file whose object has lost its name', () => {
  it.each([
    ['no metadata', {}],
    ['an invalid name', { 'file-name': '%%%' }],
  ])('names the file after its ID, because its bytes count: %s', async (_case, metadata) => {
    const member = await createMember();
    const key = upload(member, metadata);
    await recordAndProcess(key);

    const { files } = await listFilesOfMember(member, { userId: member.userId, limit: 10 });
    expect(files).toMatchObject([{ key: fileIdOf(key), fileName: fileIdOf(key), creditedBytes: key.length }]);
  });
});

describe('readDepthLog', () => {
  it.each(KINDS)('returns the names of files, but no storage key: %s', async (_kind, store, buildId) => {
    const member = await createMember();
    const key = store(member);
    await recordAndProcess(key);
    await deleteFile(member, { fileId: buildId(key) });

    const { entries } = await readDepthLog(member, { limit: 10 });
    expect(entries).toMatchObject([
      { id: `removal#${fileIdOf(key)}`, fileName: 'reef.txt' },
      { id: `upload#${fileIdOf(key)}`, fileName: 'reef.txt' },
    ]);
  });
});
