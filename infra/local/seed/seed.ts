import { randomUUID } from 'node:crypto';
import { contract } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { Mail } from '../mail/outbox.ts';
import { storeHistory } from './chat-history.ts';
import { COMMUNITY, DEMO_PASSWORD, type DemoFile, FORMER_MEMBER, generateFile, type MemberName } from './community.ts';
import {
  CHATS,
  type DemoChat,
  type DemoPost,
  FAREWELL,
  FIRST_FOLLOWERS,
  FOLLOWS,
  POSTS,
  type PostReactions,
} from './conversations.ts';
import { DemoClient, type DemoSession, type Login } from './demo-session.ts';
import type { DemoTable } from './demo-table.ts';
import { FILE_REACTIONS } from './file-reactions.ts';
import { LONG_CHAT } from './long-chat.ts';
import { readAvatar, readMedia } from './media.ts';
import { PURCHASES } from './purchases.ts';

/** The logins that the terminal shows. */
export const DEMO_LOGINS: readonly Login[] = [...COMMUNITY.values()]
  .slice(0, 2)
  .map(({ email }) => ({ email, password: DEMO_PASSWORD }));

interface PublishedPost {
  readonly post: PostReactions;
  readonly postId: string;
}

/** The demo community while it is created. */
interface Community {
  readonly sessions: ReadonlyMap<MemberName, DemoSession>;
  /** The posts of each member. A promise resolves when the member has risen, so that others can react. */
  readonly pendingPosts: Map<MemberName, Promise<readonly PublishedPost[]>>;
  /** The ID of each uploaded file, by its name. */
  readonly fileIds: Map<string, string>;
}

/**
 * Creates the demo community through the public API, except for messages of earlier days.
 *
 * @throws Error with the response of a failed call
 */
export async function seedCommunity(config: RuntimeConfig, mails: readonly Mail[], table: DemoTable): Promise<void> {
  const client = new DemoClient(config, mails);
  const registrations = [...COMMUNITY].map(
    async ([name, member]) => [name, await client.register({ ...member, password: DEMO_PASSWORD })] as const,
  );
  const formerSession = client.register({ ...FORMER_MEMBER, password: DEMO_PASSWORD });
  const sessions = new Map(await Promise.all(registrations));

  const pendingPosts: Community['pendingPosts'] = new Map();
  const community: Community = { sessions, pendingPosts, fileIds: new Map() };
  for (const name of COMMUNITY.keys()) pendingPosts.set(name, seedMember(community, name));

  const reactions = [...pendingPosts.values()].map((posts) => addReactions(community, posts));
  const farewell = formerSession.then((session) => sayFarewell(session, sessions.get(FAREWELL.to)!));
  await Promise.all([...pendingPosts.values(), addFollows(community), ...reactions, farewell]);

  // Purchases follow, because members who have risen are invisible to those below.
  const purchasePosts = await buyDepth(community);

  const idOf = (name: MemberName) => sessions.get(name)!.userId;
  await Promise.all([
    addReactions(community, Promise.resolve(purchasePosts)),
    addFileReactions(community),
    storeHistory(table, LONG_CHAT, idOf),
    ...CHATS.map((chat) => sendChat(community, chat)),
  ]);
}

async function seedMember(community: Community, name: MemberName): Promise<readonly PublishedPost[]> {
  // Followers come before the member publishes and rises, because members at the bottom can't follow higher members.
  await Promise.all((FIRST_FOLLOWERS[name] ?? []).map((follower) => follow(community, follower, name)));

  const session = community.sessions.get(name)!;
  const [posts] = await Promise.all([publish(community, name), setProfile(session, name)]);
  return posts;
}

/** Waits until a member has risen, and so can see others' posts. Returns the member's session. */
async function waitForRise(community: Community, name: MemberName): Promise<DemoSession> {
  await community.pendingPosts.get(name);
  return community.sessions.get(name)!;
}

async function follow(community: Community, follower: MemberName, target: MemberName): Promise<void> {
  const { userId } = community.sessions.get(target)!;
  await community.sessions.get(follower)!.call(contract.users.follow, { userId });
}

async function setProfile(session: DemoSession, name: MemberName): Promise<void> {
  const { username, bio, avatar } = COMMUNITY.get(name)!;
  if (bio) await session.call(contract.account.updateProfile, { username, bio });
  if (!avatar) return;

  const bytes = await readAvatar(avatar);
  const { publicUrl } = await session.upload({ name: 'me.png', type: 'image/png', bytes }, 'avatar');
  await session.call(contract.account.updatePhoto, { photoUrl: publicUrl ?? '' });
}

/**
 * Publishes files and posts in sequence, because each file raises the depth that later posts keep. The first round has
 * no file: it publishes the posts that precede all files.
 */
async function publish(community: Community, name: MemberName): Promise<readonly PublishedPost[]> {
  const session = community.sessions.get(name)!;
  const { files } = COMMUNITY.get(name)!;
  const posts = POSTS.filter(({ author }) => author === name);
  const publishedPosts: PublishedPost[] = [];

  for (let uploadedFiles = 0; uploadedFiles <= files.length; uploadedFiles++) {
    const file = files[uploadedFiles - 1];
    if (file) {
      const fileId = await publishFile(session, file, await generateFile(name, uploadedFiles));
      community.fileIds.set(file.name, fileId);
    }

    for (const post of posts.filter(({ afterFiles = 0 }) => afterFiles === uploadedFiles)) {
      publishedPosts.push({ post, postId: await publishPost(session, post) });
    }
  }

  return publishedPosts;
}

/** Uploads a file, with its poster if it has one, and stores its texts. Returns the file's ID. */
async function publishFile(session: DemoSession, file: DemoFile, bytes: Buffer): Promise<string> {
  const { name: fileName, description, altText, poster } = file;
  const { fileId } = await session.upload({ ...file, bytes }, 'file');
  if (poster) {
    await session.upload({ name: 'poster.jpg', type: 'image/jpeg', bytes: await poster() }, 'poster', fileId);
  }

  await session.call(contract.files.saveMetadata, { fileId, fileName, description, altText });
  return fileId;
}

/** Uploads a post's picture, if it has one, and creates the post. Returns the post's ID. */
async function publishPost(session: DemoSession, { content, picture }: DemoPost): Promise<string> {
  const bytes = picture && (await readMedia(`${picture.source}.jpg`));
  const image = bytes && (await session.upload({ name: picture.name, type: 'image/jpeg', bytes }, 'post'));
  return createPost(session, content, image?.fileId, picture?.alt);
}

async function createPost(session: DemoSession, content: string, imageId?: string, imageAlt?: string): Promise<string> {
  const input = { content, imageId, imageAlt, idempotencyKey: randomUUID() };
  return (await session.call(contract.posts.create, input)).post.id;
}

async function addFollows(community: Community): Promise<void> {
  const pairs = Object.entries(FOLLOWS).flatMap(([from, names]) =>
    names.map((to) => [from as MemberName, to] as const),
  );

  await Promise.all(
    pairs.map(async ([follower, target]) => {
      await Promise.all([waitForRise(community, follower), waitForRise(community, target)]);
      await follow(community, follower, target);
    }),
  );
}

/** Adds the likes and comments of an author's posts. Comments run in sequence, because they reply to each other. */
async function addReactions(community: Community, posts: Promise<readonly PublishedPost[]>): Promise<void> {
  const addLikes = async ({ post: { likes = [] }, postId }: PublishedPost) => {
    for (const name of likes) await (await waitForRise(community, name)).call(contract.posts.like, { postId });
  };

  const addComments = async ({ post: { comments = [] }, postId }: PublishedPost) => {
    for (const [name, text] of comments) {
      const comment = { postId, text, idempotencyKey: randomUUID() };
      await (await waitForRise(community, name)).call(contract.posts.addComment, comment);
    }
  };

  await Promise.all((await posts).flatMap((post) => [addLikes(post), addComments(post)]));
}

/** Buys depth with the local Stripe, and then adds the buyers' posts. Returns these posts. */
async function buyDepth(community: Community): Promise<readonly PublishedPost[]> {
  const posts = await Promise.all(
    PURCHASES.map(async ({ buyer, metres, post }) => {
      const session = community.sessions.get(buyer)!;
      const isHigher = await session.buy(metres);
      return isHigher && post ? [{ post, postId: await createPost(session, post.content) }] : [];
    }),
  );
  return posts.flat();
}

/** Adds the likes and views of files. Likes of one file run in sequence, because its item lists the members in order. */
async function addFileReactions({ sessions, fileIds }: Community): Promise<void> {
  await Promise.all(
    Object.entries(FILE_REACTIONS).map(async ([fileName, { likes, views }]) => {
      const fileId = fileIds.get(fileName)!;
      for (const name of views) await sessions.get(name)!.call(contract.files.view, { fileId });
      for (const name of likes) await sessions.get(name)!.call(contract.files.like, { fileId });
    }),
  );
}

/** Sends the messages of a conversation. Each member reads the latest message before they reply. */
async function sendChat(community: Community, { between, lines }: DemoChat): Promise<void> {
  const [first, second] = between.map((name) => community.sessions.get(name)!);
  let latestMessageId: string | undefined;

  for (const [turn, line] of lines.entries()) {
    const [sender, recipient] = turn % 2 === 0 ? [first!, second!] : [second!, first!];
    if (latestMessageId) await sender.markRead(recipient.userId, latestMessageId);
    latestMessageId = await sender.sendMessage(recipient.userId, line);
  }
}

/** Leaves a conversation with a deleted member in a member's inbox. */
async function sayFarewell(former: DemoSession, partner: DemoSession): Promise<void> {
  const { fromPartner, fromFormer } = FAREWELL;
  const questionId = await partner.sendMessage(former.userId, fromPartner);
  await former.markRead(partner.userId, questionId);
  const replyId = await former.sendMessage(partner.userId, fromFormer);
  await partner.markRead(former.userId, replyId);
  await former.call(contract.account.deleteAccount, {});
}
