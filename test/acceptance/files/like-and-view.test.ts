import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { retryWhileThrottled } from '../../support/concurrent-members.ts';
import { Member, sendRequest } from '../../support/member.ts';
import { createPng, TEXT } from '../../support/sample-files.ts';

/** Part of every file name in this test, so that searches find no other files. */
const fileNameMark = randomUUID().slice(0, 8);

let uploader: Member;
let viewer: Member;
/** At depth 0, visible to every member. */
let visibleFile: ListedFile;
/** Above the viewer, but not above the uploader. */
let hiddenFile: ListedFile;

beforeAll(async () => {
  [uploader, viewer] = await Promise.all([Member.register('Ada'), Member.register('Ben')]);
  visibleFile = await uploader.upload(`${fileNameMark} low.png`, 'image/png', createPng(20_000));
  hiddenFile = await uploader.upload(`${fileNameMark} high.png`, 'image/png', createPng(3000));
});

/** Likes a file, or removes the like if `liked` is false. */
const setLike = (member: Member, fileId: string, liked?: boolean) =>
  member.call(contract.files.like, { fileId, liked });

const findVisibleFileAs = async (member: Member) => {
  const { body } = await member.call(contract.files.list, { q: `${fileNameMark} low` });
  return body.files[0]!;
};

/** Returns the ID of a file that doesn't exist. A function, because `beforeAll` sets the uploader. */
const missingFileId = () => `files/${uploader.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/none.png`;

describe('PUT /files/like', () => {
  it('adds a like that every viewer sees', async () => {
    expect((await setLike(viewer, visibleFile.key)).body).toEqual({ success: true, liked: true, likeCount: 1 });
    expect(await findVisibleFileAs(viewer)).toMatchObject({ likeCount: 1, likedByViewer: true });
    expect(await findVisibleFileAs(uploader)).toMatchObject({ likeCount: 1, likedByViewer: false });
  });

  it('changes nothing when a like or its removal is repeated', async () => {
    await setLike(viewer, visibleFile.key);

    expect((await setLike(viewer, visibleFile.key, true)).body.likeCount).toBe(1);
    expect((await setLike(viewer, visibleFile.key, false)).body).toMatchObject({ liked: false, likeCount: 0 });
    expect((await setLike(viewer, visibleFile.key, false)).body).toMatchObject({ liked: false, likeCount: 0 });
    expect(await findVisibleFileAs(viewer)).toMatchObject({ likeCount: 0, likedByViewer: false });
  });

  it('counts one like when a member sends several concurrently', async () => {
    await Promise.all(Array.from({ length: 12 }, () => setLike(viewer, visibleFile.key)));
    expect((await findVisibleFileAs(viewer)).likeCount).toBe(1);

    // The next test counts from 0.
    await setLike(viewer, visibleFile.key, false);
  });

  it.skipIf(inject('target').unsupported.crowds)('counts concurrent likes and removals of 100 members', async () => {
    const members = await Promise.all(Array.from({ length: 100 }, () => Member.register()));
    const responses = await Promise.all(
      members.map((member) => retryWhileThrottled(() => setLike(member, visibleFile.key))),
    );

    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect((await findVisibleFileAs(viewer)).likeCount).toBe(100);

    await Promise.all(
      members.slice(0, 30).map((member) => retryWhileThrottled(() => setLike(member, visibleFile.key, false))),
    );
    expect((await findVisibleFileAs(viewer)).likeCount).toBe(70);
  });
});

describe('POST /files/view', () => {
  it('counts each view and returns a working download URL', async () => {
    const firstView = await viewer.call(contract.files.view, { fileId: visibleFile.key });
    const secondView = await uploader.call(contract.files.view, { fileId: visibleFile.key });

    expect([firstView.body.views, secondView.body.views]).toEqual([1, 2]);
    expect((await fetch(firstView.body.url)).headers.get('content-type')).toBe('image/png');
    expect((await findVisibleFileAs(viewer)).views).toBe(2);
  });

  it('counts every one of 20 concurrent views', async () => {
    const viewsBefore = (await findVisibleFileAs(viewer)).views;
    await Promise.all(Array.from({ length: 20 }, () => viewer.call(contract.files.view, { fileId: visibleFile.key })));
    expect((await findVisibleFileAs(viewer)).views).toBe(viewsBefore + 20);
  });
});

describe.each([
  ['PUT', '/files/like'],
  ['POST', '/files/view'],
])('%s %s', (method, path) => {
  const callAs = (member: Member, body: object) =>
    sendRequest(method, path, { token: member.tokens.access, body: JSON.stringify(body) });

  it('returns the same 404 for a file above the viewer and for a missing file', async () => {
    const responses = await Promise.all(
      [hiddenFile.key, missingFileId(), 'nonsense'].map((fileId) => callAs(viewer, { fileId })),
    );

    for (const { status, body } of responses) {
      expect([status, body.code]).toEqual([404, 'NotFound']);
      expect(body.error).toBe(responses[0]!.body.error);
    }
  });

  it("accepts the uploader's request for a file above other members", async () => {
    expect((await callAs(uploader, { fileId: hiddenFile.key })).status).toBe(200);
  });

  it("rejects another member's userId, unknown fields, and a missing or invalid fileId", async () => {
    expect((await callAs(viewer, { fileId: visibleFile.key, userId: uploader.userId })).body.code).toBe('NotYou');
    expect((await callAs(viewer, { fileId: visibleFile.key, likes: 5 })).body.code).toBe('InvalidInput');
    expect((await callAs(viewer, { fileId: 7 })).body.code).toBe('InvalidInput');
    expect((await callAs(viewer, {})).body.code).toBe('InvalidInput');
  });
});

describe('DELETE /files', () => {
  const deleteFile = (member: Member, fileId: string) => member.call(contract.files.delete, { fileId });

  it('deletes the file and its bytes, and lowers the depth', async () => {
    const member = await Member.register();
    const otherFile = await member.upload(`${fileNameMark} kept.txt`, 'text/plain', TEXT);
    const depthBefore = await member.getDepth();
    const file = await member.upload(`${fileNameMark} gone.png`, 'image/png', createPng(40_000));

    await setLike(uploader, file.key);
    const { status, body } = await deleteFile(member, file.key);

    expect([status, body.depth]).toEqual([200, depthBefore]);
    expect(await member.getDepth()).toBe(depthBefore);
    expect((await fetch(file.url)).status).toBe(404);

    const { body: list } = await uploader.call(contract.files.list, { q: fileNameMark });
    expect(list.files.map(({ key }) => key)).not.toContain(file.key);
    expect(list.files.map(({ key }) => key)).toContain(otherFile.key);
  });

  it('returns 404 when a deleted file is deleted again or liked', async () => {
    const member = await Member.register();
    const file = await member.upload(`${fileNameMark} deleted.png`, 'image/png', createPng(1000));
    await deleteFile(member, file.key);

    for (const response of [await deleteFile(member, file.key), await setLike(uploader, file.key)]) {
      expect([response.status, response.body.code]).toEqual([404, 'NotFound']);
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
    const { status, body } = await deleteFile(viewer, visibleFile.key);

    expect([status, body.code]).toEqual([403, 'NotYou']);
    expect((await findVisibleFileAs(viewer)).key).toBe(visibleFile.key);
  });
});
