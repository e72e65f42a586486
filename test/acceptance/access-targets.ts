import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import { raiseDepth } from '../support/depth-changes.ts';
import { Member } from '../support/member.ts';
import { TEXT } from '../support/sample-files.ts';
import type { Case } from './access-rows.ts';
import type { TargetWithSecrets } from './hidden-content.ts';

/** The viewer of the access matrix, the targets of all cases, and members above, at, and below the viewer's depth. */
export interface AccessTargets {
  /** Every name contains this text, so that searches find only these items and members. */
  readonly mark: string;
  readonly viewer: Member;
  readonly deletedMember: Member;
  readonly members: Readonly<Record<'above' | 'equal' | 'below', Member>>;
  readonly targets: Readonly<Record<Case, PublishedTarget>>;
}

/** A target with the member who published its items, and the words in the name of its file. */
interface PublishedTarget extends TargetWithSecrets {
  readonly authorId: string;
  readonly fileText: string;
}

/** Depth of the viewer. Targets are at the bottom, at this depth, or at twice this depth. */
const VIEWER_MILLIMETRES = 2;

/** A well-formed ID that no item has. */
const UNKNOWN_ID = '01KAHQ3V7V8Z5T0F4M2S6R9XYZ';

/**
 * Creates the viewer and the targets of all cases.
 *
 * @param beforeDeletion - what the viewer and the deleted member do before the deletion
 */
export async function createTargets(
  beforeDeletion: (viewer: Member, deletedMember: Member) => Promise<void> = async () => {},
): Promise<AccessTargets> {
  const mark = randomUUID().slice(0, 8);
  const viewer = await registerAt(mark, VIEWER_MILLIMETRES);
  // All comments are on a post that everyone sees, except those of `above`.
  const visiblePostId = await publishPost(await registerAt(mark, 0), mark);

  const [below, equal, above] = await Promise.all([
    createTargetAt(mark, 0, visiblePostId),
    createTargetAt(mark, VIEWER_MILLIMETRES, visiblePostId),
    createTargetAt(mark, 2 * VIEWER_MILLIMETRES),
  ]);
  const own = await publish(mark, viewer, visiblePostId);
  const deletedItems = await createDeletedItems(mark, visiblePostId);

  const { member: deletedMember, target: authorDeleted } = await createDeletableMember(mark, visiblePostId);
  await beforeDeletion(viewer, deletedMember);
  expect((await deletedMember.call(contract.account.deleteAccount, {})).status).toBe(200);

  const targets = {
    below: below.target,
    equal: equal.target,
    above: above.target,
    own,
    authorDeleted,
    // Requests that name a member name the deleted one in this case, too.
    itemDeleted: {
      ...deletedItems,
      userId: deletedMember.userId,
      secrets: [...deletedItems.secrets, ...authorDeleted.secrets],
    },
    unknown: buildUnknownTarget(visiblePostId),
  };
  const members = { above: above.member, equal: equal.member, below: below.member };
  return { mark, viewer, deletedMember, targets, members };
}

/** Publishes items at the bottom, and deletes them. */
async function createDeletedItems(mark: string, postIdOfComment: string): Promise<PublishedTarget> {
  const author = await registerAt(mark, 0);
  const items = await publish(mark, author, postIdOfComment);

  await author.call(contract.files.delete, { fileId: items.fileId });
  await author.call(contract.posts.delete, { postId: items.postId });
  await author.call(contract.posts.deleteComment, items.comment);
  return items;
}

/** Creates a member who has published items, and whose account the caller deletes. */
async function createDeletableMember(mark: string, postIdOfComment: string) {
  const member = await Member.register();
  const bio = await writeBio(member);
  const items = await publish(mark, member, postIdOfComment);

  return { member, target: { ...items, secrets: [...items.secrets, bio, member.email, member.username] } };
}

/** Returns the target of the case `unknown`. Only the post of its comment exists. */
function buildUnknownTarget(postIdOfComment: string): PublishedTarget {
  return {
    userId: randomUUID(),
    authorId: randomUUID(),
    fileId: UNKNOWN_ID,
    fileText: 'none.png',
    postId: UNKNOWN_ID,
    comment: { postId: postIdOfComment, commentId: UNKNOWN_ID },
    secrets: [],
  };
}

/** Registers a member at this depth. */
async function registerAt(mark: string, millimetres: number): Promise<Member> {
  const member = await Member.register(`Matrix ${mark}`);
  await member.ensureProfile();
  await raiseDepth(member, millimetres);
  return member;
}

/** Creates a member at this depth, and items that another member publishes at the same depth. */
async function createTargetAt(mark: string, millimetres: number, postIdOfComment?: string) {
  const [member, author] = await Promise.all([registerAt(mark, millimetres), registerAt(mark, millimetres)]);
  const bio = await writeBio(member);
  const publishedItems = await publish(mark, author, postIdOfComment);
  const secrets = [...publishedItems.secrets, bio, member.email];
  return { member, target: { ...publishedItems, userId: member.userId, secrets } };
}

/** Gives a member a unique bio. */
async function writeBio(member: Member): Promise<string> {
  const bio = `Bio ${randomUUID()}`;
  const { status } = await member.call(contract.account.updateProfile, { username: member.username, bio });
  expect(status).toBe(200);

  return bio;
}

/**
 * Publishes a post, a comment, and a file, with a secret in each. The comment is on the new post by default. The file
 * comes last, because it raises the author, and the post would then be higher, too.
 */
export async function publish(mark: string, author: Member, postIdOfComment?: string): Promise<PublishedTarget> {
  const secret = randomUUID().slice(0, 13);
  const name = `${mark} ${secret}`;

  const postId = await publishPost(author, name);
  const commentedPostId = postIdOfComment ?? postId;
  const { body } = await author.call(contract.posts.addComment, { postId: commentedPostId, text: `Comment ${name}` });
  const { key } = await author.upload(`${name}.txt`, 'text/plain', TEXT);

  const comment = { postId: commentedPostId, commentId: body.comment.id };
  const { userId } = author;
  return { userId, authorId: userId, fileId: key, fileText: secret, postId, comment, secrets: [secret] };
}

async function publishPost(author: Member, name: string): Promise<string> {
  return (await author.call(contract.posts.create, { content: `Post ${name}` })).body.post.id;
}
