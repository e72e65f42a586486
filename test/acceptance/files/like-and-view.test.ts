/** Tests of likes and views of files. A like counts once per member, and each authorized opening counts as a view. */
import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { ListedFile } from '../../../shared/contract/files.ts';
import { sendRequest } from '../../support/api-request.ts';
import { retryWhileThrottled } from '../../support/concurrent-members.ts';
import { Member } from '../../support/member.ts';
import { createPng } from '../../support/sample-files.ts';

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

/** Requests that a file has the member's like, or none if `liked` is false. Requests without `liked` add the like. */
const requestLike = (member: Member, fileId: string, fields: { readonly liked?: boolean } = {}) =>
  member.call(contract.files.like, { fileId, ...fields });

/** Returns the visible file as a member's list shows it. */
const findVisibleFileAs = async (member: Member) => {
  const { body } = await member.call(contract.files.list, { q: `${fileNameMark} low` });
  return body.files[0]!;
};

/** Returns the ID of a file that doesn't exist. A function, because `beforeAll` sets the uploader. */
const missingFileId = () => `files/${uploader.userId}/01KAHQ3V7V8Z5T0F4M2S6R9XYZ/none.png`;

describe('PUT /files/like', () => {
  // Every test starts without a like of the viewer.
  afterEach(() => requestLike(viewer, visibleFile.key, { liked: false }));

  it('adds a like that every viewer sees', async () => {
    expect((await requestLike(viewer, visibleFile.key)).body).toEqual({ success: true, liked: true, likeCount: 1 });
    expect(await findVisibleFileAs(viewer)).toMatchObject({ likeCount: 1, likedByViewer: true });
    expect(await findVisibleFileAs(uploader)).toMatchObject({ likeCount: 1, likedByViewer: false });
  });

  it('changes nothing when a like or its removal is repeated', async () => {
    await requestLike(viewer, visibleFile.key);

    expect((await requestLike(viewer, visibleFile.key, { liked: true })).body.likeCount).toBe(1);
    expect((await requestLike(viewer, visibleFile.key, { liked: false })).body).toMatchObject({
      liked: false,
      likeCount: 0,
    });
    expect((await requestLike(viewer, visibleFile.key, { liked: false })).body).toMatchObject({
      liked: false,
      likeCount: 0,
    });
    expect(await findVisibleFileAs(viewer)).toMatchObject({ likeCount: 0, likedByViewer: false });
  });

  it('counts one like when a member sends several concurrently', async () => {
    await Promise.all(Array.from({ length: 12 }, () => requestLike(viewer, visibleFile.key)));
    expect((await findVisibleFileAs(viewer)).likeCount).toBe(1);
  });

  it.skipIf(inject('target').unsupported.crowds)('counts concurrent likes and removals of 100 members', async () => {
    const members = await Promise.all(Array.from({ length: 100 }, () => Member.register()));
    const responses = await Promise.all(
      members.map((member) => retryWhileThrottled(() => requestLike(member, visibleFile.key))),
    );

    expect(responses.every(({ status }) => status === 200)).toBe(true);
    expect((await findVisibleFileAs(viewer)).likeCount).toBe(100);

    await Promise.all(
      members
        .slice(0, 30)
        .map((member) => retryWhileThrottled(() => requestLike(member, visibleFile.key, { liked: false }))),
    );
    expect((await findVisibleFileAs(viewer)).likeCount).toBe(100 - 30);
  });
});

describe('POST /files/view', () => {
  it('counts each view and returns a working download URL', async () => {
    const viewsBefore = (await findVisibleFileAs(viewer)).views;

    const firstView = await viewer.call(contract.files.view, { fileId: visibleFile.key });
    const secondView = await uploader.call(contract.files.view, { fileId: visibleFile.key });

    expect([firstView.body.views, secondView.body.views]).toEqual([viewsBefore + 1, viewsBefore + 2]);
    expect((await fetch(firstView.body.url)).headers.get('content-type')).toBe('image/png');
    expect((await findVisibleFileAs(viewer)).views).toBe(viewsBefore + 2);
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
