import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint, Response } from '../../shared/contract/endpoint.ts';
import type { SocketAction } from '../../shared/contract/socket-frames.ts';
import type { Member } from '../support/member.ts';
import { readAllPages } from '../support/pages.ts';
import type { Case, Target } from './access-rows.ts';

/**
 * The lists and the socket actions of the access matrix: which targets each of them shows, by kind. A list or an action
 * without its row fails the test.
 */

/** The kinds of items that lists have. */
export type Kind = 'file' | 'post' | 'comment' | 'member';

/** The targets of all cases, and the text in the names of all their items. */
export interface ListTargets {
  readonly mark: string;
  readonly targets: Readonly<Record<Case, ListedTarget>>;
}

/** A target, with the member who published its items. */
export interface ListedTarget extends Target {
  readonly authorId: string;
  /** The words in the name of its file. */
  readonly fileText: string;
}

/** The IDs that a list has returned, by kind. A listed file has its ID in the field `key`. */
type ListedIds = Partial<Readonly<Record<Kind, readonly string[]>>>;

/** One list, or one variant of it. */
interface ListRow {
  readonly endpoint: Endpoint;
  /** What differs from other rows of the endpoint. */
  readonly variant?: string;
  /** Reads the whole list. */
  readonly read: (viewer: Member, context: ListTargets) => Promise<ListedIds>;
  /** The cases whose targets the list must contain. */
  readonly shows: Partial<Readonly<Record<Kind, readonly Case[]>>>;
  /** Set if the list has a maximum length: items of other tests can then displace a target. */
  readonly isLimited?: true;
}

const VISIBLE = ['below', 'equal', 'own'] as const;

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const keysOf = ({ files }: Response<typeof contract.files.list>) => files.map(({ key }) => key);

/** Returns the IDs on all pages of a list that has cursors. */
async function readPages<Body>(
  read: (after: { cursor?: string }) => Promise<{ readonly body: Body & { readonly cursor: string | null } }>,
  idsIn: (body: Body) => readonly string[],
): Promise<readonly string[]> {
  const pages = await readAllPages(async (after) => {
    const { body } = await read(after);
    return [idsIn(body), body.cursor];
  });

  return pages.flat();
}

export const LISTS: readonly ListRow[] = [
  {
    endpoint: contract.files.list,
    read: async (viewer, { mark }) => ({ file: keysOf((await viewer.call(contract.files.list, { q: mark })).body) }),
    shows: { file: VISIBLE },
  },
  {
    endpoint: contract.files.list,
    variant: 'by size',
    read: async (viewer, { mark }) => ({
      file: keysOf((await viewer.call(contract.files.list, { q: mark, sortBy: 'size' })).body),
    }),
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
    (author): ListRow => ({
      endpoint: contract.files.listOfMember,
      variant: `of the author of the target ${author}`,
      read: async (viewer, { targets: { [author]: target } }) => ({
        file: await readPages(
          (after) => viewer.call(contract.files.listOfMember, { userId: target.authorId, ...after }),
          ({ files }) => files.map(({ key }) => key),
        ),
      }),
      shows: { file: [author] },
    }),
  ),
  {
    endpoint: contract.posts.list,
    read: async (viewer) => ({
      post: await readPages(
        (after) => viewer.call(contract.posts.list, { limit: 50, ...after }),
        ({ posts }) => idsOf(posts),
      ),
    }),
    shows: { post: VISIBLE },
  },
  ...(['below', 'own'] as const).map(
    (author): ListRow => ({
      endpoint: contract.posts.listOfMember,
      variant: `of the author of the target ${author}`,
      read: async (viewer, { targets: { [author]: target } }) => ({
        post: await readPages(
          (after) => viewer.call(contract.posts.listOfMember, { userId: target.authorId, ...after }),
          ({ posts }) => idsOf(posts),
        ),
      }),
      shows: { post: [author] },
    }),
  ),
  {
    endpoint: contract.posts.listComments,
    read: async (viewer, { targets }) => ({
      comment: await readPages(
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
      member: await readPages(
        (after) => viewer.call(contract.users.list, { q: mark, limit: 50, ...after }),
        ({ users }) => idsOf(users),
      ),
    }),
    shows: { member: VISIBLE },
  },
  {
    endpoint: contract.users.nearby,
    read: async (viewer) => ({ member: idsOf((await viewer.call(contract.users.nearby, {})).body.users) }),
    // Every member may see identity cards, at any depth.
    shows: { member: ['above', 'equal', 'below'] },
    isLimited: true,
  },
  {
    endpoint: contract.users.followers,
    read: async (viewer) => ({
      member: await readPages(
        (after) => viewer.call(contract.users.followers, { userId: viewer.userId, ...after }),
        ({ users }) => idsOf(users),
      ),
    }),
    // The members who follow the viewer: see the set-up of access-lists.test.ts.
    shows: { member: ['above', 'equal'] },
  },
  {
    endpoint: contract.users.following,
    read: async (viewer) => ({
      member: await readPages(
        (after) => viewer.call(contract.users.following, { userId: viewer.userId, ...after }),
        ({ users }) => idsOf(users),
      ),
    }),
    shows: { member: ['equal', 'below'] },
  },
  {
    endpoint: contract.messages.conversations,
    read: async (viewer) => {
      const { conversations } = (await viewer.call(contract.messages.conversations, {})).body;
      return { member: conversations.map(({ user }) => user.id) };
    },
    // A conversation stays after one of its members has left.
    shows: { member: ['equal', 'below', 'authorDeleted'] },
  },
  {
    endpoint: contract.account.dashboard,
    read: async (viewer) => {
      const { posts, files, nearby } = (await viewer.call(contract.account.dashboard, {})).body;
      return { post: idsOf(posts), file: files.map(({ key }) => key), member: idsOf(nearby) };
    },
    shows: { post: VISIBLE, file: VISIBLE, member: ['above', 'equal', 'below'] },
    isLimited: true,
  },
];

/** The cases of a member that a socket action names. `itemDeleted` would repeat `authorDeleted`. */
export type MemberCase = Exclude<Case, 'itemDeleted'>;

/** The type of the frame that the caller receives, or the code of its error. `none` if nothing happens. */
export const SOCKET_RESULTS: Readonly<Record<SocketAction, Readonly<Record<MemberCase, string>> | string>> = {
  sendMessage: {
    above: 'DepthTooLow',
    equal: 'sent',
    below: 'sent',
    own: 'InvalidInput',
    authorDeleted: 'NotFound',
    unknown: 'NotFound',
  },
  // Requires a conversation, which stays after its partner has deleted their account.
  markRead: {
    above: 'NotFound',
    equal: 'read',
    below: 'read',
    own: 'NotFound',
    authorDeleted: 'read',
    unknown: 'NotFound',
  },
  typing: { above: 'none', equal: 'none', below: 'none', own: 'none', authorDeleted: 'none', unknown: 'none' },
  ping: 'names no member',
};
