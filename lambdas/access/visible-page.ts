import { readComments } from '../table/comment.ts';
import type { DepthPosition, ListedRow } from '../table/depth-query.ts';
import { getFiles, type StoredFile } from '../table/file.ts';
import { type ItemKey, partitionIdOf } from '../table/item-types.ts';
import { fileKey, postKey } from '../table/keys.ts';
import { findLiked } from '../table/like.ts';
import { getPosts, type StoredComment, type StoredPost } from '../table/post.ts';
import { getMembers } from '../table/profile.ts';
import { type Sealed, seal, unseal } from '../table/sealed.ts';
import { NEUTRAL_RELATION, type Subject, type Viewer, type Visible } from '../table/visible.ts';
import { fillPage } from './fill-page.ts';
import { openVisible } from './open-sealed.ts';
import { type Identity, identitiesOf } from './profiles.ts';
import { readRelations } from './relations.ts';
import { loadVisiblePost } from './visible-items.ts';

/** A row of a list, or the key of an item. A row names its author, who can then load in the same round as the item. */
type ListedItem = Pick<ItemKey, 'pk'> & Partial<Pick<ListedRow, 'attributes'>>;

/** The contents of a page before the access rule. */
interface PageContents {
  readonly files?: readonly ListedItem[];
  readonly posts?: readonly ListedItem[];
  /** Comments, and the post that they belong to, which the viewer may see. */
  readonly comments?: { readonly of: Visible<StoredPost>; readonly rows: readonly Sealed<StoredComment>[] };
  /** IDs of members whose identities the page also shows. */
  readonly members?: readonly string[];
}

/** The visible items of a page, each list in the requested order, and the identities of all members on it. */
export interface VisiblePage {
  readonly files: Visible<StoredFile>[];
  readonly posts: Visible<StoredPost>[];
  readonly comments: Visible<StoredComment>[];
  /** The newest comments of the posts, by post ID. */
  readonly newestComments: ReadonlyMap<string, Visible<StoredComment>>;
  readonly identities: ReadonlyMap<string, Identity>;
  /** Partition keys of the items that the viewer likes. */
  readonly liked: ReadonlySet<string>;
}

/**
 * Loads a page for a viewer and omits items they may not see.
 *
 * Reads in at most two rounds of concurrent requests: first the items and the authors that rows name, then the likes
 * and the authors that only the items name. Likes of an item with up to MAX_LIKERS likes need no request.
 *
 * @param options.consistent - strongly consistent read of the posts; costs twice as much
 */
export async function loadVisiblePage(
  viewer: Viewer,
  { files: fileRows = [], posts: postRows = [], comments, members = [] }: PageContents,
  options?: { readonly consistent: boolean },
): Promise<VisiblePage> {
  // Comments have no depth: they are as visible as their post, so comments of another post must not appear.
  const postComments = comments?.rows.filter((row) => unseal(row).postId === comments.of.postId) ?? [];

  // First round: the items, and the authors that rows name.
  const firstIds = new Set([...authorIdsInRows([...fileRows, ...postRows]), ...authorIdsOf(postComments), ...members]);
  const [storedFiles, storedPosts, firstMembers] = await Promise.all([
    getFiles(fileRows),
    getPosts(postRows.map(partitionIdOf), options),
    getMembers([...firstIds]),
  ]);

  // Omits items that are above the viewer or deleted, so that the second round reads nothing for them.
  const isCandidate = (item: Sealed<Subject>) => openVisible(viewer, item, NEUTRAL_RELATION) !== undefined;
  const files = fileRows.flatMap(({ pk }) => storedFiles.get(pk) ?? []).filter(isCandidate);
  const posts = postRows.flatMap((row) => storedPosts.get(partitionIdOf(row)) ?? []).filter(isCandidate);
  const newestComments = posts.flatMap((post) => seal(unseal(post).newestComment) ?? []);

  // Second round: the authors that only the items name, and the likes.
  const furtherIds = authorIdsOf([...files, ...posts, ...newestComments]).filter((userId) => !firstIds.has(userId));
  const [furtherMembers, liked] = await Promise.all([
    getMembers(furtherIds),
    findLiked(viewer.userId, [
      ...files.map(unseal).map((file) => ({ ...file, ...fileKey(file.key) })),
      ...posts.map(unseal).map((post) => ({ ...post, ...postKey(post.postId) })),
    ]),
  ]);

  const authors = new Map([...firstMembers, ...furtherMembers]);
  const relationTo = await readRelations(viewer, authors);
  const openAll = <T extends Subject>(items: readonly Sealed<T>[]) =>
    items.flatMap((item) => openVisible(viewer, item, relationTo(unseal(item).userId)) ?? []);

  return {
    files: openAll(files),
    posts: openAll(posts),
    comments: openAll(postComments),
    newestComments: new Map(openAll(newestComments).map((comment) => [comment.postId, comment])),
    identities: identitiesOf(authors),
    liked,
  };
}

function authorIdsOf(items: readonly Sealed<Subject>[]): string[] {
  return items.map((item) => unseal(item).userId);
}

/** Returns the IDs of the authors that rows name. The key of an item doesn't name its author. */
function authorIdsInRows(rows: readonly ListedItem[]): string[] {
  return rows.flatMap(({ attributes }) => {
    const owner = unseal(attributes)?.owner;
    return owner === undefined ? [] : partitionIdOf({ pk: String(owner) });
  });
}

/**
 * Loads one page of the comments on a post, newest first, and the identities of their authors.
 *
 * @throws PostNotFound if the post is not visible to the viewer
 */
export async function loadVisibleComments(
  viewer: Viewer,
  postId: string,
  page: { readonly limit: number; readonly from: DepthPosition },
) {
  // Not awaited here, so that the post loads while the first rows are read.
  const pendingPost = loadVisiblePost(viewer, postId);
  const identities = new Map<string, Identity>();

  const { items, next } = await fillPage(
    page,
    ({ limit, from }) => readComments(postId, limit, from),
    async (pendingRows) => {
      const [rows, post] = await Promise.all([pendingRows, pendingPost]);
      const commentPage = await loadVisiblePage(viewer, { comments: { of: post, rows } });
      for (const [userId, identity] of commentPage.identities) identities.set(userId, identity);
      return commentPage.comments;
    },
  );

  return { comments: items, identities, next };
}
