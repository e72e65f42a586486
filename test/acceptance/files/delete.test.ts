/** Tests of deleting files, whose depth goes with them. See docs/product.md#recording-and-depth. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { Member } from '../../support/member.ts';
import { createPng, TEXT } from '../../support/sample-files.ts';

/** Part of every file name in this test, so that searches find no other files. */
const fileNameMark = randomUUID().slice(0, 8);

/** A member above the members who delete files here, so that all files are visible to this member. */
let viewer: Member;
/** A file of the viewer at depth 0. */
let viewersFile: ListedFile;

beforeAll(async () => {
  viewer = await Member.register('Ada');
  viewersFile = await viewer.upload(`${fileNameMark} low.png`, 'image/png', createPng(50_000));
});

/** Sends the deletion of a file. */
const deleteFile = (member: Member, fileId: string) => member.call(contract.files.delete, { fileId });

/** Returns the IDs of this test's files, as the viewer's list shows them. */
const listFileIds = async () =>
  (await viewer.call(contract.files.list, { q: fileNameMark })).body.files.map(({ key }) => key);

describe('DELETE /files', () => {
  it('deletes the file and its bytes, and lowers the depth', async () => {
    const member = await Member.register();
    const otherFile = await member.upload(`${fileNameMark} kept.txt`, 'text/plain', TEXT);
    const depthBefore = await member.getDepth();
    const file = await member.upload(`${fileNameMark} gone.png`, 'image/png', createPng(40_000));
    expect((await viewer.call(contract.files.like, { fileId: file.key })).status).toBe(200);

    const { status, body } = await deleteFile(member, file.key);

    expect([status, body.depth]).toEqual([200, depthBefore]);
    expect(await member.getDepth()).toBe(depthBefore);
    expect((await fetch(file.url)).status).toBe(404);

    const fileIds = await listFileIds();
    expect(fileIds).not.toContain(file.key);
    expect(fileIds).toContain(otherFile.key);
  });

  it('returns 404 when a deleted file is deleted again or liked', async () => {
    const member = await Member.register();
    const file = await member.upload(`${fileNameMark} deleted.png`, 'image/png', createPng(1000));
    await deleteFile(member, file.key);

    const repeatedResponse = await deleteFile(member, file.key);
    const likeResponse = await viewer.call(contract.files.like, { fileId: file.key });

    for (const { status, body } of [repeatedResponse, likeResponse]) {
      expect([status, body.code]).toEqual([404, 'NotFound']);
    }
  });

  it('lowers the depth once when called concurrently', async () => {
    const member = await Member.register();
    const file = await member.upload(`${fileNameMark} twice.png`, 'image/png', createPng(40_000));

    const responses = await Promise.all(Array.from({ length: 8 }, () => deleteFile(member, file.key)));

    expect(responses.some(({ status }) => status === 200)).toBe(true);
    expect(responses.every(({ status }) => status === 200 || status === 404)).toBe(true);
    expect(await member.getDepth()).toBe(0);
  });

  it('prevents the deleted file from being recorded again', async () => {
    const member = await Member.register();
    const file = await member.upload(`${fileNameMark} ghost.png`, 'image/png', createPng(1000));
    await deleteFile(member, file.key);

    expect((await member.call(contract.files.saveMetadata, { fileId: file.key })).body.code).toBe('FileNotStored');
    expect(await member.getDepth()).toBe(0);
  });

  it("returns 403 for another member's file", async () => {
    const stranger = await Member.register();

    const { status, body } = await deleteFile(stranger, viewersFile.key);

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect(await listFileIds()).toContain(viewersFile.key);
  });
});
