import * as keys from '../../../../lambdas/table/keys.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { type Snapshot, ulidOf } from './snapshot.ts';

const fileOf = ({ community }: Snapshot) => keys.fileKey(community.file);
const postOf = ({ community }: Snapshot) => keys.postKey(community.post);
const commentOf = ({ community }: Snapshot, index: 0 | 1) => keys.commentKey(community.post, community.comments[index]);

/** Adds a comment like the community's oldest, on another post. */
function addComment(snapshot: Snapshot, postId: string): void {
  const commentId = ulidOf(1);
  const comment = snapshot.get(commentOf(snapshot, 0));
  snapshot.put({ ...comment, ...keys.commentKey(postId, commentId), postId, commentId });
}

/** Returns a comment as a post contains it. */
function embed(snapshot: Snapshot, index: 0 | 1) {
  const { commentId, postId, userId, text, createdAt } = snapshot.get(commentOf(snapshot, index));
  return { commentId, postId, userId, text, createdAt };
}

/** Returns a change of the newest comment that the post contains. */
const changesNewest = (attributes: Record<string, unknown>) => (snapshot: Snapshot) => {
  const newestComment = { ...embed(snapshot, 1), ...attributes };
  snapshot.change(postOf(snapshot), { newestComment });
};

/** Returns a change that raises a file or post above the greatest depth of its author. */
const raises = (type: 'file' | 'post', by: number) => (snapshot: Snapshot) => {
  const depth = Number(snapshot.get(keys.profileKey(ADA)).peakDepth) + by;
  const { file, post } = snapshot.community;
  if (type === 'file') snapshot.changeFile(file, { depth });
  else snapshot.changePost(post, { depth });
};

/** Corruptions of likes, and of posts with their comments. */
export const CONTENT_CORRUPTIONS: readonly Corruption[] = [
  ['too many likes of a file', 'like-counts', (snapshot) => snapshot.increase(fileOf(snapshot), 'likeCount')],
  ['too few likes of a file', 'like-counts', (snapshot) => snapshot.increase(fileOf(snapshot), 'likeCount', -1)],
  ['too many likes of a post', 'like-counts', (snapshot) => snapshot.increase(postOf(snapshot), 'likeCount')],
  ['too few likes of a post', 'like-counts', (snapshot) => snapshot.increase(postOf(snapshot), 'likeCount', -1)],
  [
    'a missing like',
    'like-counts',
    (snapshot) => {
      snapshot.remove(keys.likeKey(BEN, postOf(snapshot)));
      snapshot.change(postOf(snapshot), { likers: undefined });
    },
  ],
  [
    'a like of a deleted file',
    'nothing',
    (snapshot) =>
      snapshot.put({ ...keys.likeKey(ADA, keys.fileKey('files/none')), likedAt: new Date(snapshot.now).toISOString() }),
  ],

  [
    'a file with a liker who likes a post only',
    'likers',
    (snapshot) => snapshot.change(fileOf(snapshot), { likers: [keys.digestOfMember(BEN)] }),
  ],
  [
    'a post with a liker who likes a file only',
    'likers',
    (snapshot) => snapshot.change(postOf(snapshot), { likers: [keys.digestOfMember(ADA)] }),
  ],
  [
    'a liker who likes nothing, next to one who does',
    'likers',
    (snapshot) => snapshot.change(fileOf(snapshot), { likers: [keys.digestOfMember(ADA), keys.digestOfMember(CLEO)] }),
  ],
  [
    'a liked item without likers, from an earlier version',
    'nothing',
    (snapshot) => snapshot.change(fileOf(snapshot), { likers: undefined }),
  ],

  ['too many comments', 'comment-counts', (snapshot) => snapshot.increase(postOf(snapshot), 'commentCount')],
  ['too few comments', 'comment-counts', (snapshot) => snapshot.increase(postOf(snapshot), 'commentCount', -1)],
  ['a missing comment', 'comment-counts', (snapshot) => snapshot.remove(commentOf(snapshot, 0))],
  [
    'a counted comment of another post',
    'comment-counts',
    (snapshot) => snapshot.increase(keys.postKey(snapshot.addPost(BEN)), 'commentCount', 2),
  ],

  ['a newest comment with another text', 'newest-comment', changesNewest({ text: 'other' })],
  ['a newest comment of another author', 'newest-comment', changesNewest({ userId: ADA })],
  ['a newest comment of another time', 'newest-comment', changesNewest({ createdAt: '2026-01-01T00:00:00.000Z' })],
  ['a newest comment with another ID', 'newest-comment', changesNewest({ commentId: ulidOf(1) })],
  ['a newest comment of another post', 'newest-comment', changesNewest({ postId: ulidOf(1) })],
  [
    'an older comment as the newest',
    'newest-comment',
    (snapshot) => snapshot.change(postOf(snapshot), { newestComment: embed(snapshot, 0) }),
  ],
  [
    'comments without the newest',
    'newest-comment',
    (snapshot) => snapshot.change(postOf(snapshot), { newestComment: undefined }),
  ],
  [
    'a newest comment of a post without comments',
    'newest-comment',
    (snapshot) => snapshot.addPost(BEN, { newestComment: embed(snapshot, 1) }),
  ],

  ['a comment without a post', 'comment-post', (snapshot) => addComment(snapshot, ulidOf(2))],
  ['a comment of a purged post', 'comment-post', (snapshot) => addComment(snapshot, snapshot.community.purgedPost)],
  ['a comment of a hidden post', 'nothing', (snapshot) => addComment(snapshot, snapshot.community.hiddenPost)],

  ["a file above its author's greatest depth", 'content-depth', raises('file', 1)],
  ["a file at its author's greatest depth", 'nothing', raises('file', 0)],
  ["a post above its author's greatest depth", 'content-depth', raises('post', 1)],
  ["a post at its author's greatest depth", 'nothing', raises('post', 0)],
  [
    "a hidden post above its author's greatest depth",
    'nothing',
    (snapshot) => snapshot.change(keys.postKey(snapshot.community.hiddenPost), { depth: 10 ** 12 }),
  ],
  ['a post of a member whose purge is pending', 'nothing', (snapshot) => snapshot.addPost(DORA, { depth: 10 ** 9 })],
];
