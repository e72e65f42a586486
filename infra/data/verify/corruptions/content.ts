import * as keys from '../../../../lambdas/table/keys.ts';
import { ADA, BEN, CLEO, DORA } from '../fixture.ts';
import type { Corruption } from './corruption.ts';
import { buildUlid, type Snapshot } from './snapshot.ts';

const fileKeyOf = ({ community }: Snapshot) => keys.fileKey(community.file);
const postKeyOf = ({ community }: Snapshot) => keys.postKey(community.post);
const commentKeyOf = ({ community }: Snapshot, index: 0 | 1) =>
  keys.commentKey(community.post, community.comments[index]);

/** Adds a comment to another post, with the author and text of the community's oldest comment. */
function addComment(snapshot: Snapshot, postId: string): void {
  const commentId = buildUlid(1);
  const comment = snapshot.get(commentKeyOf(snapshot, 0));
  snapshot.put({ ...comment, ...keys.commentKey(postId, commentId), postId, commentId });
}

/** Returns the copy of a comment that a post contains as its newest comment. */
function buildEmbeddedComment(snapshot: Snapshot, index: 0 | 1) {
  const { commentId, postId, userId, text, createdAt } = snapshot.get(commentKeyOf(snapshot, index));
  return { commentId, postId, userId, text, createdAt };
}

/** Returns a change of the newest comment that the post contains. */
const withNewestComment = (attributes: Record<string, unknown>) => (snapshot: Snapshot) => {
  const newestComment = { ...buildEmbeddedComment(snapshot, 1), ...attributes };
  snapshot.change(postKeyOf(snapshot), { newestComment });
};

/** Returns a change that sets the depth of Ada's file or post to a number above her greatest depth. */
const withDepth =
  (type: 'file' | 'post', { abovePeak }: { abovePeak: number }) =>
  (snapshot: Snapshot) => {
    const depth = Number(snapshot.get(keys.profileKey(ADA)).peakDepth) + abovePeak;
    const { file, post } = snapshot.community;
    if (type === 'file') snapshot.changeFile(file, { depth });
    else snapshot.changePost(post, { depth });
  };

/** Corruptions of likes, and of posts with their comments. */
export const CONTENT_CORRUPTIONS: readonly Corruption[] = [
  ['too many likes of a file', 'like-counts', (snapshot) => snapshot.increase(fileKeyOf(snapshot), 'likeCount')],
  ['too few likes of a file', 'like-counts', (snapshot) => snapshot.increase(fileKeyOf(snapshot), 'likeCount', -1)],
  ['too many likes of a post', 'like-counts', (snapshot) => snapshot.increase(postKeyOf(snapshot), 'likeCount')],
  ['too few likes of a post', 'like-counts', (snapshot) => snapshot.increase(postKeyOf(snapshot), 'likeCount', -1)],
  [
    'a missing like',
    'like-counts',
    (snapshot) => {
      snapshot.remove(keys.likeKey(BEN, postKeyOf(snapshot)));
      snapshot.change(postKeyOf(snapshot), { likers: undefined });
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
    (snapshot) => snapshot.change(fileKeyOf(snapshot), { likers: [keys.digestOfMember(BEN)] }),
  ],
  [
    'a post with a liker who likes a file only',
    'likers',
    (snapshot) => snapshot.change(postKeyOf(snapshot), { likers: [keys.digestOfMember(ADA)] }),
  ],
  [
    'a liker who likes nothing, next to one who does',
    'likers',
    (snapshot) =>
      snapshot.change(fileKeyOf(snapshot), { likers: [keys.digestOfMember(ADA), keys.digestOfMember(CLEO)] }),
  ],
  [
    'a liked item without likers, from an earlier version',
    'nothing',
    (snapshot) => snapshot.change(fileKeyOf(snapshot), { likers: undefined }),
  ],

  ['too many comments', 'comment-counts', (snapshot) => snapshot.increase(postKeyOf(snapshot), 'commentCount')],
  ['too few comments', 'comment-counts', (snapshot) => snapshot.increase(postKeyOf(snapshot), 'commentCount', -1)],
  ['a missing comment', 'comment-counts', (snapshot) => snapshot.remove(commentKeyOf(snapshot, 0))],
  [
    'a counted comment of another post',
    'comment-counts',
    (snapshot) => snapshot.increase(keys.postKey(snapshot.addPost(BEN)), 'commentCount', 2),
  ],

  ['a newest comment with another text', 'newest-comment', withNewestComment({ text: 'other' })],
  ['a newest comment of another author', 'newest-comment', withNewestComment({ userId: ADA })],
  ['a newest comment of another time', 'newest-comment', withNewestComment({ createdAt: '2026-01-01T00:00:00.000Z' })],
  ['a newest comment with another ID', 'newest-comment', withNewestComment({ commentId: buildUlid(1) })],
  ['a newest comment of another post', 'newest-comment', withNewestComment({ postId: buildUlid(1) })],
  [
    'an older comment as the newest',
    'newest-comment',
    (snapshot) => snapshot.change(postKeyOf(snapshot), { newestComment: buildEmbeddedComment(snapshot, 0) }),
  ],
  [
    'comments without the newest',
    'newest-comment',
    (snapshot) => snapshot.change(postKeyOf(snapshot), { newestComment: undefined }),
  ],
  [
    'a newest comment of a post without comments',
    'newest-comment',
    (snapshot) => snapshot.addPost(BEN, { newestComment: buildEmbeddedComment(snapshot, 1) }),
  ],

  ['a comment without a post', 'comment-post', (snapshot) => addComment(snapshot, buildUlid(2))],
  ['a comment of a purged post', 'comment-post', (snapshot) => addComment(snapshot, snapshot.community.purgedPost)],
  ['a comment of a hidden post', 'nothing', (snapshot) => addComment(snapshot, snapshot.community.hiddenPost)],

  ["a file above its author's greatest depth", 'content-depth', withDepth('file', { abovePeak: 1 })],
  ["a file at its author's greatest depth", 'nothing', withDepth('file', { abovePeak: 0 })],
  ["a post above its author's greatest depth", 'content-depth', withDepth('post', { abovePeak: 1 })],
  ["a post at its author's greatest depth", 'nothing', withDepth('post', { abovePeak: 0 })],
  [
    "a hidden post above its author's greatest depth",
    'nothing',
    (snapshot) => snapshot.change(keys.postKey(snapshot.community.hiddenPost), { depth: 10 ** 12 }),
  ],
  ['a post of a member whose purge is pending', 'nothing', (snapshot) => snapshot.addPost(DORA, { depth: 10 ** 9 })],
];
