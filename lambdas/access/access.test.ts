import { randomUUID } from 'node:crypto';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { listFilesOfMember } from '../files/list-of-member.ts';
import { listPostsOfMember } from '../posts/list-of-member.ts';
import { table, tableName } from '../table/client.ts';
import { storeComment } from '../table/comment.ts';
import { sealRow } from '../table/depth-query.ts';
import { buildFilePut } from '../table/file.ts';
import { fileKey, ownerPartition, postKey } from '../table/keys.ts';
import { changeDepth } from '../table/ledger.ts';
import { setLike } from '../table/like.ts';
import { hideAccount } from '../table/pending-purge.ts';
import { storePost } from '../table/post.ts';
import { createProfile } from '../table/profile.ts';
import { transact } from '../table/transaction.ts';
import { asOwn } from './open-sealed.ts';
import {
  findIdentities,
  findIdentity,
  metresAbove,
  profileForViewer,
  visibleProfile,
  visibleProfiles,
} from './profiles.ts';
import { loadOwnProfile, loadViewer } from './viewer.ts';
import { findOwnComment, findOwnPost, ownFile, visibleComment, visibleFile, visiblePost } from './visible-items.ts';
import { visiblePage } from './visible-page.ts';

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startTable();
  process.env.BUCKET_NAME = 'files';
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret', RENDITION_SECRET_ARN: 'rendition secret' });
});
afterAll(() => stop());

const METRE = 1_000_000;
let changes = 0;

/** Creates a member at a depth in metres. */
async function newMember(metres = 0) {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  if (metres !== 0) await rise(userId, metres);
  return { userId, username: userId, issuedAt: 1, depth: metres * METRE };
}

const rise = (userId: string, metres: number) =>
  changeDepth({ userId, source: 'test', sourceId: String(changes++), bytes: 0, purchasedCm: metres * 100 });

/** Stores a file at a depth in metres, and returns its key. */
async function newFile(userId: string, metres: number, likeCount = 0): Promise<string> {
  const key = `files/${userId}/${ulid()}/a.txt`;
  const about = { fileName: 'a.txt', contentType: 'text/plain', size: 1, etag: '"1"', description: '', views: 0 };
  const uploadedAt = new Date(Date.now() + changes++).toISOString();
  const file = { ...about, key, userId, uploadedAt, depth: metres * METRE, likeCount, revision: 0 };
  await transact(() => [buildFilePut(file)]);
  return key;
}

async function newPost(userId: string, metres: number): Promise<string> {
  const postId = ulid();
  const createdAt = new Date(Date.now() + changes++).toISOString();
  await storePost({ postId, userId, content: 'Ahoy', createdAt, depth: metres * METRE, likeCount: 0, commentCount: 0 });
  return postId;
}

async function comment(postId: string, userId: string) {
  const storedComment = { commentId: ulid(), postId, userId, text: 'Hello', createdAt: new Date().toISOString() };
  expect(await storeComment(storedComment, { userId, depth: 1e12 }, [])).toBe('created');
  return storedComment;
}

describe('the lists of a member', () => {
  it('show a viewer at the same depth only items at or below it, and the member all of them', async () => {
    // The owner has sunk from 9 m to 5 m, so two items are above them.
    const owner = await newMember(9);
    const viewer = await newMember(5);
    const files = [await newFile(owner.userId, 4), await newFile(owner.userId, 5), await newFile(owner.userId, 9)];
    const posts = [await newPost(owner.userId, 4), await newPost(owner.userId, 5), await newPost(owner.userId, 9)];

    await rise(owner.userId, -4);
    const request = { userId: owner.userId, limit: 10 };
    const page = await listFilesOfMember(viewer, request);

    expect(page.files.map(({ key }) => key)).toEqual([files[1], files[0]]);
    expect(page.files.every(({ url }) => url.includes('a.txt'))).toBe(true);
    expect((await listPostsOfMember(viewer, request)).posts.map(({ id }) => id)).toEqual([posts[1], posts[0]]);
    expect((await listFilesOfMember(owner, request)).files).toHaveLength(3);
    expect((await listPostsOfMember(owner, request)).posts).toHaveLength(3);
  });

  it('are closed to viewers below the member, even if items are below the viewer', async () => {
    const owner = await newMember(5.01);
    const viewer = await newMember(5);
    await newFile(owner.userId, 1);
    await newPost(owner.userId, 1);
    const request = { userId: owner.userId, limit: 10 };

    await expect(listFilesOfMember(viewer, request)).rejects.toMatchObject({ code: 'DepthTooLow' });
    await expect(listPostsOfMember(viewer, request)).rejects.toMatchObject({ code: 'DepthTooLow' });
  });
});

describe('profiles', () => {
  it('are visible at or below the viewer, and to themselves', async () => {
    const ada = await newMember(5);
    const same = await newMember(5);
    const above = await newMember(6);
    const viewer = { userId: ada.userId, depth: 5 * METRE };

    expect(await visibleProfile(viewer, same.userId)).toMatchObject({ userId: same.userId });
    expect(await profileForViewer(Promise.resolve(viewer), above.userId)).toMatchObject({
      identity: { userId: above.userId },
      visible: undefined,
      missingMetres: 1,
    });
    await expect(visibleProfile(viewer, above.userId)).rejects.toMatchObject({
      code: 'DepthTooLow',
      message: expect.stringContaining('1.00m'),
    });

    const sunk = { userId: above.userId, depth: 0 };
    expect(await visibleProfile(sunk, above.userId)).toMatchObject({ userId: above.userId });
    await expect(visibleProfile(viewer, randomUUID())).rejects.toMatchObject({ code: 'NotFound' });
    expect(metresAbove(viewer, { userId: 'x', depth: 0 })).toBe(0);
    expect(metresAbove(viewer, { userId: 'x', depth: 7 * METRE })).toBe(2);
    expect(metresAbove(viewer, { userId: ada.userId, depth: 7 * METRE })).toBe(0);
  });

  it('are listed in the requested order, without those above and without deleted ones', async () => {
    const [first, second, above, gone] = [
      await newMember(1),
      await newMember(2),
      await newMember(6),
      await newMember(1),
    ];
    await hideAccount(gone.userId);
    const ids = [second, above, gone, { userId: randomUUID() }, first].map(({ userId }) => userId);
    const profiles = await visibleProfiles({ userId: 'x', depth: 5 * METRE }, ids);

    expect(profiles.map(({ userId }) => userId)).toEqual([second.userId, first.userId]);
    expect([...(await findIdentities(ids)).keys()].sort()).toEqual(ids.filter((_, at) => at !== 3).sort());
    expect(await findIdentity(gone.userId)).toHaveProperty('deletedAt');
    expect(await findIdentity(randomUUID())).toBeUndefined();
  });
});

describe('loadViewer', () => {
  it('returns the depth and counters of the caller, depth 0 without a profile, and rejects deleted callers', async () => {
    const ada = await newMember(5);
    await rise(ada.userId, -2);
    const viewer = {
      userId: ada.userId,
      depth: 3 * METRE,
      peakDepth: 5 * METRE,
      followingCount: 0,
      createdAt: (await loadOwnProfile(ada))!.createdAt,
    };

    expect(await loadViewer(ada)).toEqual(viewer);
    expect(await loadOwnProfile(ada)).toMatchObject({ userId: ada.userId, depth: 3 * METRE });

    const userId = randomUUID();
    expect(await loadViewer({ ...ada, userId })).toEqual({ userId, depth: 0, peakDepth: 0, followingCount: 0 });
    expect(await loadOwnProfile({ userId })).toBeUndefined();

    await hideAccount(ada.userId);
    await expect(loadViewer(ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(await loadOwnProfile(ada)).toBeUndefined();
  });
});

describe('single items', () => {
  it('single items of an unknown or malformed ID are not found', async () => {
    const ada = await newMember();
    const malformed = ['nonsense', `avatars/${ada.userId}/${ulid()}/a.png`, `posts/${ada.userId}/${ulid()}/a.png`];
    for (const id of malformed) {
      const calls = await countCalls(table, async () => {
        await expect(visibleFile(ada, id)).rejects.toMatchObject({ code: 'NotFound' });
        await expect(ownFile(ada, id)).rejects.toMatchObject({ code: 'NotFound' });
      });
      expect(calls).toEqual({});
    }
    const missingKey = `files/${ada.userId}/${ulid()}/a.txt`;

    await expect(visibleFile(ada, missingKey)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(ownFile(ada, missingKey)).rejects.toMatchObject({ code: 'NotFound' });
    await expect(visiblePost(ada, ulid())).rejects.toMatchObject({ code: 'NotFound' });

    const postId = await newPost(ada.userId, 0);
    await expect(visibleComment(ada, { postId, commentId: ulid() })).rejects.toMatchObject({ code: 'NotFound' });
  });

  it('single items of the viewer are found by them, and by no one else', async () => {
    const ada = await newMember();
    const ben = await newMember();
    const key = await newFile(ada.userId, 9);
    expect(await ownFile(ada, key)).toMatchObject({ key });
    await expect(ownFile(ben, key)).rejects.toMatchObject({ code: 'NotYou' });

    const storedComment = await comment(await newPost(ada.userId, 9), ada.userId);
    expect(await findOwnComment(ada, storedComment)).toMatchObject(storedComment);
    expect(await findOwnComment(ben, storedComment)).toBeUndefined();
    expect(await findOwnComment(ada, { ...storedComment, commentId: ulid() })).toBeUndefined();
    expect(await findOwnPost(ada, storedComment.postId)).toMatchObject({ postId: storedComment.postId });
    expect(await findOwnPost(ben, storedComment.postId)).toBeUndefined();
    expect(await findOwnPost(ada, ulid())).toBeUndefined();

    const item = { userId: ada.userId };
    expect(asOwn(ada, item)).toBe(item);
  });
});

describe('visiblePage', () => {
  it('returns items in the requested order with authors, commenters, further members, and the likes of the viewer', async () => {
    const ada = await newMember();
    const ben = await newMember();
    const eve = await newMember();
    const viewer = await newMember();
    const files = [await newFile(ada.userId, 0), await newFile(ada.userId, 0, 3), await newFile(ada.userId, 0)];
    const posts = [await newPost(ada.userId, 0), await newPost(ada.userId, 0)];

    await comment(posts[1]!, ben.userId);
    await setLike(viewer, fileKey(files[2]!), true);
    await setLike(viewer, postKey(posts[0]!), true);
    const page = await visiblePage(viewer, {
      files: [files[2]!, files[0]!, 'missing', files[1]!].map(fileKey),
      posts: [posts[1]!, ulid(), posts[0]!].map(postKey),
      members: [eve.userId],
    });

    expect(page.files.map(({ key }) => key)).toEqual([files[2], files[0], files[1]]);
    expect(page.posts.map(({ postId }) => postId)).toEqual([posts[1], posts[0]]);
    expect(page.comments).toEqual([]);
    expect([...page.identities.keys()].sort()).toEqual([ada.userId, ben.userId, eve.userId].sort());
    expect(page.liked).toEqual(new Set([fileKey(files[2]!).pk, postKey(posts[0]!).pk]));
  });

  it('reads authors that the rows name in the same round as the items', async () => {
    const ada = await newMember();
    const ben = await newMember();
    const file = await newFile(ada.userId, 0);
    const post = await newPost(ben.userId, 0);
    const rows = {
      files: [sealRow({ ...fileKey(file), owner: ownerPartition('FILE', ada.userId) })],
      posts: [sealRow({ ...postKey(post), owner: ownerPartition('POST', ben.userId) })],
    };
    let open = 0;
    let most = 0;

    table.middlewareStack.add(
      (next) => async (args) => {
        most = Math.max(most, ++open);
        try {
          return await next(args);
        } finally {
          open--;
        }
      },
      { step: 'initialize', name: 'parallel' },
    );
    const calls = await countCalls(table, async () => {
      const page = await visiblePage(ben, rows);
      expect([...page.identities.keys()].sort()).toEqual([ada.userId, ben.userId].sort());
    });
    table.middlewareStack.remove('parallel');

    // Files, posts, and members.
    expect([calls, most]).toEqual([{ BatchGetItemCommand: 3 }, 3]);
  });

  it('reads likes only of items that have more likes than likers', async () => {
    const ada = await newMember();
    const file = await newFile(ada.userId, 0);
    const post = await newPost(ada.userId, 0);
    const contents = { files: [fileKey(file)], posts: [postKey(post)] };
    const calls = await countCalls(table, () => visiblePage(ada, contents));
    // Files, posts, members.
    expect(calls).toEqual({ BatchGetItemCommand: 3 });

    await setLike(ada, postKey(post), true);
    expect((await visiblePage(ada, contents)).liked).toEqual(new Set([postKey(post).pk]));
    expect(await countCalls(table, () => visiblePage(ada, contents))).toEqual({ BatchGetItemCommand: 3 });

    const removeLikers = { TableName: tableName(), Key: postKey(post), UpdateExpression: 'REMOVE likers' };
    await table.send(new UpdateCommand(removeLikers));
    expect(await countCalls(table, () => visiblePage(ada, contents))).toEqual({ BatchGetItemCommand: 4 });
    expect(await countCalls(table, () => visiblePage(ada, {}))).toEqual({});
  });
});
