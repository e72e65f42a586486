/** Builds the data of all systems: 5,000 members with a post each, and 10,000 files of the first 200 members. */
import type { StoredFile } from '../../../lambdas/table/file.ts';
import { ITEM_TYPES, mainTypeOf, partitionIdOf, sortIdOf, sortPrefix } from '../../../lambdas/table/item-types.ts';
import type { StoredPost } from '../../../lambdas/table/post.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { fromMetres } from '../../../shared/rules/depth.ts';
import { buildViewer } from '../scale/file-queries.ts';
import { generateSpreadCommunity } from '../scale/people-population.ts';
import type { Item } from '../scale/table-items.ts';

/** Number of members. Each has one post. */
const MEMBERS = 5000;

/** Number of files. */
const FILES = 10_000;

/** Depth of the viewers in metres. It is inside a depth band (docs/glossary.md), so Fathom's lists also filter rows. */
const VIEWER_METRES = 150;

/** Depth of the viewers in micrometres, as peers filter by it. */
export const VIEWER_DEPTH = fromMetres(VIEWER_METRES);

/** A member, as peers store it. Depths are in micrometres. */
export interface MemberRow {
  readonly id: string;
  readonly username: string;
  readonly bio: string;
  readonly picture: string;
  readonly depth: number;
  readonly followers: number;
  readonly joined: string;
}

/** A file, as peers store it. */
export interface FileRow {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  /** Size in bytes. */
  readonly size: number;
  readonly uploaded: string;
  readonly description: string;
  readonly owner: string;
  readonly depth: number;
  readonly likeCount: number;
  readonly views: number;
  /** Members who like the file. */
  readonly likedBy: readonly string[];
}

/** A post, as peers store it. */
export interface PostRow {
  readonly id: number;
  readonly content: string;
  readonly published: string;
  readonly owner: string;
  readonly depth: number;
  readonly likeCount: number;
  readonly commentCount: number;
  /** Text of the newest comment; empty without a comment. */
  readonly comment: string;
  /** Members who like the post. */
  readonly likedBy: readonly string[];
}

/** The same community for all systems: as items of Fathom's table, and as rows of the peers. */
export interface Community {
  /** A member whose profile all viewers can see. */
  readonly profileId: string;
  readonly items: readonly Item[];
  readonly members: readonly MemberRow[];
  readonly files: readonly FileRow[];
  readonly posts: readonly PostRow[];
}

/** Builds the profile of a viewer. All viewers are at 150 m. */
export function buildViewerProfile(userId: string, number: number): Profile {
  return { ...buildViewer(VIEWER_METRES, number), userId, username: `Viewer ${number}` };
}

/** Builds the community as items of Fathom's table, and the same members, files, posts, and likes as rows. */
export function buildCommunity(viewers: readonly Profile[]): Community {
  const items = [...generateSpreadCommunity(MEMBERS, viewers, FILES)];
  const likers = collectLikers(items);
  const selectMainItems = (type: 'profile' | 'file' | 'post') =>
    items.filter(({ pk, sk }) => mainTypeOf({ pk: String(pk) }) === type && sk === ITEM_TYPES[type].sort);

  // The generator stores whole profiles, files, and posts, but types items as records.
  const members = selectMainItems('profile') as unknown as Profile[];
  const profileId = members.findLast(({ depth }) => depth < VIEWER_DEPTH)!.userId;

  // Peers number their rows from 1.
  const buildIdAndLikes = ({ pk }: Item, index: number) => ({ id: index + 1, likedBy: likers.get(String(pk)) ?? [] });

  return {
    profileId,
    items,
    members: members.map(toMemberRow),
    files: selectMainItems('file').map((item, index) => ({
      ...toFileRow(item as unknown as StoredFile),
      ...buildIdAndLikes(item, index),
    })),
    posts: selectMainItems('post').map((item, index) => ({
      ...toPostRow(item as unknown as StoredPost),
      ...buildIdAndLikes(item, index),
    })),
  };
}

/** Returns the members who like each item, by the item's partition key. */
function collectLikers(items: readonly Item[]): Map<string, string[]> {
  const likers = new Map<string, string[]>();
  for (const { pk, sk } of items) {
    if (!String(sk).startsWith(sortPrefix('like'))) continue;
    const likedId = sortIdOf('like', { sk: String(sk) });
    likers.set(likedId, [...(likers.get(likedId) ?? []), partitionIdOf({ pk: String(pk) })]);
  }
  return likers;
}

/** Converts a profile to the row of a peer. */
function toMemberRow({ userId, username, bio, profilePicture, depth, followersCount, createdAt }: Profile): MemberRow {
  return { id: userId, username, bio, picture: profilePicture, depth, followers: followersCount, joined: createdAt };
}

/** Converts a file to the row of a peer, without its ID and likes. */
function toFileRow(file: StoredFile) {
  const { userId, fileName, contentType, size, uploadedAt, description = '', depth, likeCount, views } = file;

  return {
    name: fileName,
    type: contentType,
    size,
    uploaded: uploadedAt,
    description,
    owner: userId,
    depth,
    likeCount,
    views,
  };
}

/** Converts a post to the row of a peer, without its ID and likes. */
function toPostRow({ userId, content, createdAt, depth, likeCount, commentCount, newestComment }: StoredPost) {
  const comment = newestComment?.text ?? '';
  return { content, published: createdAt, owner: userId, depth, likeCount, commentCount, comment };
}
