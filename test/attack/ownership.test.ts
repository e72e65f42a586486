/** Attacks on what the caller may not use: other members' IDs, cursors, and keys, and items above the caller. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import { findRow, type Target } from '../acceptance/access-rows.ts';
import { type ApiResponse, sendRequest } from '../support/api-request.ts';
import { lowerDepth, raiseDepth, raiseDepthByUpload } from '../support/depth-changes.ts';
import { Member } from '../support/member.ts';
import { TEXT } from '../support/sample-files.ts';
import { countCases } from './support/attack-counts.ts';

let owner: Member;
let attacker: Member;
/** The IDs of the owner's items, and of the owner. */
let ownersTarget: Target;

beforeAll(async () => {
  [owner, attacker] = await Promise.all([Member.register(), Member.register()]);
  await attacker.ensureProfile();

  // Every list needs at least two rows, so that its first page of one row has a cursor.
  const follower = await Member.register();
  const posts = [];
  for (const content of ['One', 'Two', 'Three']) posts.push(await owner.call(contract.posts.create, { content }));
  const postId = posts[0]!.body.post.id;

  const comments = [];
  for (const text of ['One', 'Two']) comments.push(await owner.call(contract.posts.addComment, { postId, text }));

  const files = [
    await owner.upload('1.txt', 'text/plain', TEXT),
    await owner.upload('2.txt', 'text/plain', Buffer.from('Two')),
  ];
  await raiseDepth(attacker, 3);

  for (const member of [attacker, follower]) {
    await member.call(contract.users.follow, { userId: member === attacker ? follower.userId : attacker.userId });
    await owner.call(contract.users.follow, { userId: member.userId });
  }

  for (const member of [follower, attacker]) await member.call(contract.users.follow, { userId: owner.userId });

  ownersTarget = {
    userId: owner.userId,
    fileId: files[0]!.key,
    postId,
    comment: { postId, commentId: comments[0]!.body.comment.id },
  };
});

/** Builds the request that the access matrix sends to an endpoint. */
function buildMatrixRequest(endpoint: Endpoint): Record<string, unknown> {
  return { ...findRow(endpoint)!.input(ownersTarget) };
}

function callAs(member: Member, endpoint: Endpoint, request: object): Promise<ApiResponse> {
  countCases();
  const { path, body } = buildHttpRequest(endpoint, request as never);
  return sendRequest(endpoint.method, path, { token: member.tokens.access, body });
}

const memberEndpoints = allEndpoints.filter(({ access }) => access === 'member');

const addTitles = (endpoints: readonly Endpoint[]) =>
  endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe.each(addTitles(memberEndpoints.filter(({ body }) => body && 'userId' in body.shape)))('%s', (_, endpoint) => {
  it("rejects another member's userId, and accepts no variant of it", async () => {
    const request = buildMatrixRequest(endpoint);
    for (const userId of [owner.userId, attacker.userId.toUpperCase(), `${attacker.userId}-`, randomUUID()]) {
      const response = await callAs(attacker, endpoint, { ...request, userId });
      expect([userId, response.status, response.body.code]).toEqual([userId, 403, 'NotYou']);
    }
  });
});

/** Returns the name of the request field that contains an endpoint's cursor. Undefined if it has no cursor. */
function findCursorField({ query, body }: Endpoint): 'cursor' | 'lastKey' | undefined {
  if (query && 'cursor' in query.shape) return 'cursor';
  return body && 'lastKey' in body.shape ? 'lastKey' : undefined;
}

const listEndpoints = memberEndpoints.filter((endpoint) => findCursorField(endpoint) !== undefined);

/** Reads the first row of a list, and returns the cursor of the second. */
async function readCursor(member: Member, endpoint: Endpoint): Promise<string | null> {
  const { status, body } = await callAs(member, endpoint, { ...buildMatrixRequest(endpoint), limit: 1 });
  expect(status, endpoint.name).toBe(200);
  return body[findCursorField(endpoint)!] as string | null;
}

describe.each(addTitles(listEndpoints))('%s', (_, endpoint) => {
  const field = findCursorField(endpoint)!;

  it('accepts no altered cursor, and no cursor of another member or list', async () => {
    // `limit` is not part of a cursor, so that only the cursor decides.
    const request = { ...buildMatrixRequest(endpoint), limit: 1 };
    const cursor = await readCursor(attacker, endpoint);
    const otherCursors = await Promise.all(
      listEndpoints.filter((list) => list !== endpoint).map((list) => readCursor(attacker, list)),
    );

    const invalidCursors = [
      ...otherCursors.filter((otherCursor) => otherCursor !== null),
      ...['x', '.', '..', 'null', '0', 'e30.e30', '%', '"', 'x'.repeat(3_000)],
      ...(cursor === null ? [] : alterCursor(cursor)),
    ];

    for (const value of invalidCursors) {
      const response = await callAs(attacker, endpoint, { ...request, [field]: value });
      expect([value, response.status, response.body.code]).toEqual([value, 400, 'InvalidCursor']);
    }

    if (cursor === null) return;
    const ownerResponse = await callAs(owner, endpoint, { ...request, [field]: cursor });

    expect([ownerResponse.status, ownerResponse.body.code]).toEqual([400, 'InvalidCursor']);
    expect((await callAs(attacker, endpoint, { ...request, [field]: cursor })).status).toBe(200);
  });
});

it('most lists have a second page, so that the tests above have a cursor', async () => {
  const cursors = await Promise.all(listEndpoints.map((endpoint) => readCursor(attacker, endpoint)));
  expect(cursors.filter((cursor) => cursor !== null).length).toBeGreaterThan(listEndpoints.length / 2);
});

/** Returns texts that differ from a valid cursor: in one character, in length, in order, or in case. */
function alterCursor(cursor: string): string[] {
  const middle = cursor.length >> 1;
  const replaceAt = (index: number) =>
    `${cursor.slice(0, index)}${cursor[index] === 'A' ? 'B' : 'A'}${cursor.slice(index + 1)}`;

  return [
    replaceAt(0),
    replaceAt(middle),
    replaceAt(cursor.length - 1),
    cursor.slice(1),
    cursor.slice(0, -1),
    cursor.slice(0, -4),
    `${cursor}A`,
    `${cursor}=`,
    `${cursor}.x`,
    `${cursor}${cursor}`,
    `${cursor.slice(middle)}${cursor.slice(0, middle)}`,
    cursor.toLowerCase(),
  ];
}

/** Creates a viewer, and items of an author. Once `uploadedFile` is deleted, the viewer may see only the low post. */
async function createVisibleItems() {
  const [viewer, author] = await Promise.all([Member.register(), Member.register()]);
  await Promise.all([viewer.ensureProfile(), author.ensureProfile()]);
  const lowPostId = (await author.call(contract.posts.create, { content: 'Low' })).body.post.id;

  await raiseDepth(author, 2);
  const highPostIds = [];
  for (const content of ['High', 'Higher'])
    highPostIds.push((await author.call(contract.posts.create, { content })).body.post.id);
  const { key: fileId } = await author.upload('high.txt', 'text/plain', TEXT);

  const uploadedFile = await raiseDepthByUpload(viewer, 1);
  return { viewer, uploadedFile, lowPostId, highPostIds, fileId };
}

/** Creates a viewer and an author above them, whose name, biography, and file contain a unique mark. */
async function createMarkedAuthor() {
  const [viewer, author] = await Promise.all([Member.register(), Member.register()]);
  await viewer.ensureProfile();
  const mark = randomUUID().slice(0, 8);

  await raiseDepth(author, 5);
  await author.call(contract.account.updateProfile, { username: `Hidden ${mark}`, bio: `Bio ${mark}` });
  await author.upload(`${mark}.txt`, 'text/plain', TEXT);
  return { viewer, author, mark };
}

describe('items above the viewer', () => {
  it('hides items above a viewer whose depth has dropped, even with earlier cursors and links', async () => {
    const { viewer, uploadedFile, lowPostId, highPostIds, fileId } = await createVisibleItems();
    const { body: firstPage } = await viewer.call(contract.posts.list, { limit: 1 });

    expect(firstPage.cursor).not.toBeNull();
    expect((await viewer.call(contract.posts.like, { postId: highPostIds[0]! })).status).toBe(200);

    await lowerDepth(viewer, uploadedFile);
    const { status, body } = await viewer.call(contract.posts.list, { limit: 50, cursor: firstPage.cursor! });
    expect([status, body.code]).toEqual([400, 'InvalidCursor']);

    const attempts = await Promise.all([
      ...highPostIds.flatMap((postId) => [
        viewer.call(contract.posts.like, { postId }),
        viewer.call(contract.posts.unlike, { postId }),
        viewer.call(contract.posts.addComment, { postId, text: 'x' }),
        viewer.call(contract.posts.listComments, { postId }),
        viewer.call(contract.posts.delete, { postId }),
      ]),
      viewer.call(contract.files.view, { fileId }),
      viewer.call(contract.files.like, { fileId, liked: false }),
    ]);
    countCases(attempts.length);

    expect(attempts.map(({ status: code }) => code)).toEqual(attempts.map(() => 404));
    expect((await viewer.call(contract.posts.like, { postId: lowPostId })).status).toBe(200);
  });

  it('hides items above the viewer from a search, a filter, and a later page', async () => {
    const { viewer, author, mark } = await createMarkedAuthor();

    // The author finds both, so the searches below find nothing only because of the viewer's depth.
    expect((await author.call(contract.files.list, { q: mark })).body.files).toHaveLength(1);
    expect((await author.call(contract.users.list, { q: mark })).body.users).toHaveLength(1);

    for (const sortBy of ['recent', 'size'] as const) {
      for (const skip of [0, 1, 1000]) {
        for (const fileType of ['all', 'text/'] as const) {
          countCases();
          const request = { q: mark, sortBy, skip, fileType, limit: 1000 };
          const { body } = await viewer.call(contract.files.list, request);

          expect([body.files, body.lastKey]).toEqual([[], null]);
        }
      }
    }

    for (const sort of ['depth', 'username', 'contributions'] as const) {
      countCases();
      const { body } = await viewer.call(contract.users.list, { q: mark, sort, limit: 50 });
      expect([body.users, body.cursor]).toEqual([[], null]);
    }
  });

  it('shows only the public fields of the profile of a member above the viewer', async () => {
    const { viewer, author } = await createMarkedAuthor();
    const { body } = await viewer.call(contract.users.profile, { userId: author.userId });

    expect(Object.keys(body.profile).toSorted()).toEqual(
      ['depth', 'difference', 'followedByViewer', 'id', 'profilePicture', 'restricted', 'username'].toSorted(),
    );
  });
});

describe('keys that members choose', () => {
  it("gives no access to another member's item with the same key", async () => {
    const idempotencyKey = randomUUID();
    const request = { content: 'Private to its key', idempotencyKey };
    const { body: ownResult } = await owner.call(contract.posts.create, request);
    const { body: otherResult } = await attacker.call(contract.posts.create, request);

    expect(otherResult.post.id).not.toBe(ownResult.post.id);
    expect(otherResult.post.userId).toBe(attacker.userId);

    const comment = { postId: ownersTarget.postId, text: 'Same key', idempotencyKey };
    const firstResponse = await owner.call(contract.posts.addComment, comment);
    const secondResponse = await attacker.call(contract.posts.addComment, comment);

    expect(secondResponse.body.comment).toMatchObject({ userId: attacker.userId });
    expect(secondResponse.body.comment.id).not.toBe(firstResponse.body.comment.id);

    countCases(4);
  });
});
