/**
 * Tests of the depth that an owner chooses for a file, from 0 m to the owner's own depth. See
 * docs/product.md#visibility.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { raiseDepth } from '../../support/depth-changes.ts';
import { Member } from '../../support/member.ts';

let owner: Member;
let newcomer: Member;

/** Uploads a file of the owner under its own name, and saves it with a depth in metres. */
async function upload(depth?: number): Promise<ListedFile> {
  const name = `${randomUUID()}.txt`;
  const fileId = await owner.storeFile(name, 'text/plain', Buffer.from(name));
  const { status, body } = await save(fileId, depth);
  expect(status, body.error).toBe(200);
  return body.file;
}

const save = (fileId: string, depth?: number) => owner.call(contract.files.saveMetadata, { fileId, depth });
const edit = (file: ListedFile, depth: number) => owner.call(contract.files.edit, { fileId: file.key, depth });

/** Returns the depths of a file in each list of a viewer, and whether the viewer's outline has it. */
async function findFile(viewer: Member, { fileName, contentType }: ListedFile) {
  const request = { q: fileName } as const;
  const lists = await Promise.all([
    viewer.call(contract.files.list, request),
    viewer.call(contract.files.list, { ...request, sortBy: 'size' }),
    viewer.call(contract.files.list, { ...request, fileType: contentType === 'text/plain' ? 'text/' : 'all' }),
  ]);
  const { body } = await viewer.call(contract.files.list, { ...request, outline: true });

  const depths = lists.map((response) => response.body.files.map(({ userDepth }) => userDepth));
  return { depths: depths.flat(), outlineLength: body.outline!.length };
}

const HIDDEN = { depths: [], outlineLength: 0 };
const showsAt = (depth: number) => ({ depths: [depth, depth, depth], outlineLength: 1 });

beforeAll(async () => {
  [owner, newcomer] = await Promise.all([Member.register(), Member.register()]);
  await raiseDepth(owner, 50);
});

describe('POST /files/save-metadata with a depth', () => {
  it('shows the file to members at that depth, in every list', async () => {
    const file = await upload(0);

    expect(file.userDepth).toBe(0);
    expect(await findFile(newcomer, file)).toEqual(showsAt(0));
    expect(await findFile(owner, file)).toEqual(showsAt(0));
  });

  it("keeps the owner's depth without a choice", async () => {
    const file = await upload();

    expect(file.userDepth).toBeGreaterThanOrEqual(0.05);
    expect(await findFile(newcomer, file)).toEqual(HIDDEN);
  });

  it('credits all bytes at any depth', async () => {
    const file = await upload(0.01);
    expect(file.creditedBytes).toBe(file.size);
  });

  it('ignores the depth of a repeated call after the first choice', async () => {
    const file = await upload(0);
    await edit(file, 0.02);

    expect((await save(file.key, 0)).body.file.userDepth).toBe(0.02);
    expect((await save(file.key, 0.03)).body.file.userDepth).toBe(0.02);
  });

  it('rejects a depth above the owner, and records nothing', async () => {
    const name = `${randomUUID()}.txt`;
    const fileId = await owner.storeFile(name, 'text/plain', Buffer.from(name));

    const { status, body } = await save(fileId, 1);

    expect([status, body.code]).toEqual([400, 'InvalidInput']);
    expect(body.error).toMatch(/^Depth must be at most 0\.0\d metres\.$/);
    expect((await save(fileId, 0)).body.file).toMatchObject({ fileName: name, userDepth: 0 });
  });
});

describe('PATCH /files with a depth', () => {
  it('moves the file in every list, and back', async () => {
    const file = await upload();

    expect((await edit(file, 0)).body.file).toMatchObject({ userDepth: 0, lastModified: file.lastModified });
    expect(await findFile(newcomer, file)).toEqual(showsAt(0));

    await edit(file, 0.04);
    expect(await findFile(newcomer, file)).toEqual(HIDDEN);
    expect(await findFile(owner, file)).toEqual(showsAt(0.04));
  });

  it('changes nothing when it is repeated', async () => {
    const file = await upload();
    const { body } = await edit(file, 0.01);

    const { body: repeatedBody } = await edit(file, 0.01);

    expect({ ...repeatedBody.file, url: '' }).toEqual({ ...body.file, url: '' });
  });

  it('changes the name and the depth together', async () => {
    const file = await upload();
    const fileName = `${randomUUID()}.txt`;

    await owner.call(contract.files.edit, { fileId: file.key, fileName, depth: 0 });

    expect(await findFile(newcomer, { ...file, fileName })).toEqual(showsAt(0));
    expect(await findFile(newcomer, file)).toEqual(HIDDEN);
  });

  it("rejects a depth for another member's file", async () => {
    const file = await upload(0);

    const response = await newcomer.call(contract.files.edit, { fileId: file.key, depth: 0 });

    expect(response).toMatchObject({ status: 403, body: { code: 'NotYou' } });
  });
});
