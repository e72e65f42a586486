/**
 * The rows of access-lists.test.ts: each list, and the cases of access-rows.ts whose targets it shows, by kind. Add a
 * row for each new list: the test fails without one.
 */
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Member } from '../support/member.ts';
import { readAllPages } from '../support/pages.ts';
import type { Case } from './access-rows.ts';
import type { AccessTargets } from './access-targets.ts';

/** The kinds of items that lists have. */
export type ListedKind = 'file' | 'post' | 'comment' | 'member';

/** The targets of all cases, and the text that all their names contain (`mark`). */
type ListContext = Pick<AccessTargets, 'mark' | 'targets'>;

/** The IDs that a list has returned, by kind. A listed file has its ID in the field `key`. */
type ListedIds = Partial<Readonly<Record<ListedKind, readonly string[]>>>;

/** One list, or one variant of it. */
interface ListRow {
  readonly endpoint: Endpoint;
  /** What differs from other rows of the endpoint. */
  readonly variant?: string;
  /** Reads the whole list. */
  readonly read: (viewer: Member, context: ListContext) => Promise<ListedIds>;
  /** The cases whose targets the list must contain. */
  readonly shows: Partial<Readonly<Record<ListedKind, readonly Case[]>>>;
  /** Set if the list has a maximum length: items of other tests can then displace a target. */
  readonly hasMaxLength?: true;
}

/** The cases that the viewer may see: below the viewer, at the viewer's depth, and the viewer's own items. */
const VISIBLE = ['below', 'equal', 'own'] as const;

/** The cases of the members who follow the viewer. */
export const FOLLOWER_CASES = ['above', 'equal'] as const;

/** The cases of the members that the viewer follows. */
export const FOLLOWED_CASES = ['equal', 'below'] as const;

/** Requests one page of a list that has cursors. Receives `{}` for the first page. */
type ReadPage<Body> = (after: { cursor?: string }) => Promise<{
  readonly body: Body & { readonly cursor: string | null };
}>;

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const keysOf = (files: readonly { readonly key: string }[]) => files.map(({ key }) => key);

/** Returns the IDs on all pages of a list that has cursors. */
async function readAllIds<Body>(
  readPage: ReadPage<Body>,
  getIds: (body: Body) => readonly string[],
): Promise<readonly string[]> {
  const pages = await readAllPages(async (after) => {
    const { body } = await readPage(after);
    return [getIds(body), body.cursor];
  });

  return pages.flat();
}

/** Returns the IDs on all pages of a list of members. */
const readAllMemberIds = (readPage: ReadPage<{ readonly users: readonly { readonly id: string }[] }>) =>
  readAllIds(readPage, ({ users }) => idsOf(users));

export const LISTS: readonly ListRow[] = [
  {
    endpoint: contract.files.list,
    read: async (viewer, { mark }) => {
      const { body } = await viewer.call(contract.files.list, { q: mark });
      return { file: keysOf(body.files) };
    },
    shows: { file: VISIBLE },
  },
  {
    endpoint: contract.files.list,
    variant: 'by size',
    read: async (viewer, { mark }) => {
      const { body } = await viewer.call(contract.files.list, { q: mark, sortBy: 'size' });
      return { file: keysOf(body.files) };
    },
    shows: { file: VISIBLE },
  },
  {
    endpoint: contract.files.list,
    variant: 'as an outline',
    read: async (viewer, { mark, targets }) => {
      const { body } = await viewer.call(contract.files.list, { q: mark, outline: true });
      const texts = body.outline!.map(({ searchText }) => searchText);
      const matches = Object.values(targets).filter(({ fileText }) => texts.some((text) => text.includes(fileText)));
      return { file: matches.map(({ fileId }) => fileId) };
    },
    shows: { file: VISIBLE },
  },
  ...(['below', 'own'] as const).map(
    (authorCase): ListRow => ({
      endpoint: contract.files.listOfMember,
      variant: `of the author of "${authorCase}"`,
      read: async (viewer, { targets }) => ({
        file: await readAllIds(
          (after) => viewer.call(contract.files.listOfMember, { userId: targets[authorCase].authorId, ...after }),
          ({ files }) => keysOf(files),
        ),
      }),
      shows: { file: [authorCase] },
    }),
  ),
  {
    endpoint: contract.posts.list,
    read: async (viewer) => ({
      post: await readAllIds(
        (after) => viewer.call(contract.posts.list, { limit: 50, ...after }),
        ({ posts }) => idsOf(posts),
      ),
    }),
    shows: { post: VISIBLE },
  },
  {
    endpoint: contract.posts.list,
    variant: 'found by a search',
    read: async (viewer, { mark }) => ({
      post: await readAllIds(
        (after) => viewer.call(contract.posts.list, { q: mark, limit: 50, ...after }),
        ({ posts }) => idsOf(posts),
      ),
    }),
    shows: { post: VISIBLE },
  },
  ...(['below', 'own'] as const).map(
    (authorCase): ListRow => ({
      endpoint: contract.posts.listOfMember,
      variant: `of the author of "${authorCase}"`,
      read: async (viewer, { targets }) => ({
        post: await readAllIds(
          (after) => viewer.call(contract.posts.listOfMember, { userId: targets[authorCase].authorId, ...after }),
          ({ posts }) => idsOf(posts),
        ),
      }),
      shows: { post: [authorCase] },
    }),
  ),
  {
    endpoint: contract.posts.listComments,
    read: async (viewer, { targets }) => ({
      comment: await readAllIds(
        (after) => viewer.call(contract.posts.listComments, { postId: targets.own.comment.postId, ...after }),
        ({ comments }) => idsOf(comments),
      ),
    }),
    // Comments are as visible as their post, whatever the depth of their authors.
    shows: { comment: VISIBLE },
  },
  {
    endpoint: contract.users.list,
    read: async (viewer, { mark }) => ({
      member: await readAllMemberIds((after) => viewer.call(contract.users.list, { q: mark, limit: 50, ...after })),
    }),
    shows: { member: VISIBLE },
  },
  {
    endpoint: contract.users.nearby,
    read: async (viewer) => {
      const { body } = await viewer.call(contract.users.nearby, {});
      return { member: idsOf(body.users) };
    },
    // Every member may see identity cards, at any depth.
    shows: { member: ['above', 'equal', 'below'] },
    hasMaxLength: true,
  },
  {
    endpoint: contract.users.followers,
    read: async (viewer) => {
      const { userId } = viewer;
      return { member: await readAllMemberIds((after) => viewer.call(contract.users.followers, { userId, ...after })) };
    },
    shows: { member: FOLLOWER_CASES },
  },
  {
    endpoint: contract.users.following,
    read: async (viewer) => {
      const { userId } = viewer;
      return { member: await readAllMemberIds((after) => viewer.call(contract.users.following, { userId, ...after })) };
    },
    shows: { member: FOLLOWED_CASES },
  },
  {
    endpoint: contract.messages.conversations,
    read: async (viewer) => {
      const { conversations } = (await viewer.call(contract.messages.conversations, {})).body;
      return { member: conversations.map(({ user }) => user.id) };
    },
    // The members that receive a message in the set-up of access-lists.test.ts. A conversation stays after one of its
    // members has left.
    shows: { member: ['equal', 'below', 'authorDeleted'] },
  },
  {
    endpoint: contract.account.dashboard,
    read: async (viewer) => {
      const { posts, files, nearby } = (await viewer.call(contract.account.dashboard, {})).body;
      return { post: idsOf(posts), file: keysOf(files), member: idsOf(nearby) };
    },
    shows: { post: VISIBLE, file: VISIBLE, member: ['above', 'equal', 'below'] },
    hasMaxLength: true,
  },
];
