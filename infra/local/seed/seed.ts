import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { contract } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { Mail } from '../cognito/codes.ts';
import { COMMUNITY, DEMO_PASSWORD, type MemberName } from './community.ts';
import { CHATS, type DemoChat, type DemoPost, FIRST_FOLLOWERS, FOLLOWS, POSTS, PURCHASES } from './conversations.ts';
import { DemoClient, type DemoSession, type Login } from './demo-session.ts';
import { drawPicture } from './pictures.ts';

/** The logins that the terminal shows. */
export const DEMO_LOGINS: readonly Login[] = [...COMMUNITY.values()]
  .slice(0, 2)
  .map(({ email }) => ({ email, password: DEMO_PASSWORD }));

interface PublishedPost {
  readonly post: DemoPost;
  readonly postId: string;
}

/** The demo community while it is created. */
interface Community {
  readonly sessions: ReadonlyMap<MemberName, DemoSession>;
  /** The posts of each member. A promise resolves when the member has risen, so that others can react. */
  readonly published: Map<MemberName, Promise<readonly PublishedPost[]>>;
}

/** Creates the demo community through the public API. Throws an error with the response of a failed call. */
export async function seedCommunity(config: RuntimeConfig, mails: readonly Mail[]): Promise<void> {
  const client = new DemoClient(config, mails);
  const registrations = [...COMMUNITY].map(
    async ([name, member]) => [name, await client.register({ ...member, password: DEMO_PASSWORD })] as const,
  );
  const community: Community = { sessions: new Map(await Promise.all(registrations)), published: new Map() };
  const { published } = community;
  for (const name of COMMUNITY.keys()) published.set(name, seedMember(community, name));
  const reactions = [...published.values()].map((posts) => addReactions(community, posts));
  await Promise.all([...published.values(), addFollows(community), ...reactions]);
  // Last, because members who have risen are invisible to those below.
  await buyDepth(community);
  await Promise.all(CHATS.map((chat) => sendChat(community, chat)));
}

async function seedMember(community: Community, name: MemberName): Promise<readonly PublishedPost[]> {
  // Before the member publishes and rises, because members at the bottom cannot follow higher ones.
  await Promise.all((FIRST_FOLLOWERS[name] ?? []).map((follower) => follow(community, follower, name)));
  const session = community.sessions.get(name)!;
  const [posts] = await Promise.all([publish(session, name), setProfile(session, name)]);
  return posts;
}

/** Returns a member's session when the member has risen, and so can see others' posts. */
async function risenSession(community: Community, name: MemberName): Promise<DemoSession> {
  await community.published.get(name);
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
  const bytes = await readFile(new URL(`./avatars/${avatar}.png`, import.meta.url));
  const { publicUrl } = await session.upload({ name: 'me.png', type: 'image/png', bytes }, 'avatar');
  await session.call(contract.account.updatePhoto, { photoUrl: publicUrl ?? '' });
}

/** Publishes files and posts in sequence, because each file raises the depth that later posts keep. */
async function publish(session: DemoSession, name: MemberName): Promise<readonly PublishedPost[]> {
  const { files } = COMMUNITY.get(name)!;
  const seed = [...COMMUNITY.keys()].indexOf(name) * 10;
  const posts = POSTS.filter(({ author }) => author === name);
  const published: PublishedPost[] = [];
  for (let uploaded = 0; uploaded <= files.length; uploaded++) {
    const file = files[uploaded - 1];
    if (file) {
      const bytes = await file.generate(seed + uploaded);
      const { fileId } = await session.upload({ ...file, bytes }, 'file');
      const { name: fileName, description } = file;
      await session.call(contract.files.saveMetadata, { fileId, fileName, description });
    }
    for (const post of posts.filter(({ afterFiles = 0 }) => afterFiles === uploaded)) {
      const { picture, content } = post;
      const bytes = picture && drawPicture(picture.water, 1000 + seed + published.length, 720, 405);
      const image = bytes && (await session.upload({ name: picture.name, type: 'image/png', bytes }, 'post'));
      published.push({ post, postId: await createPost(session, content, image?.fileId, picture?.alt) });
    }
  }
  return published;
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
      await Promise.all([risenSession(community, follower), risenSession(community, target)]);
      await follow(community, follower, target);
    }),
  );
}

/** Adds the likes and comments of an author's posts. Comments run in sequence, because they reply to each other. */
async function addReactions(community: Community, posts: Promise<readonly PublishedPost[]>): Promise<void> {
  const addLikes = async ({ post: { likes = [] }, postId }: PublishedPost) => {
    for (const name of likes) await (await risenSession(community, name)).call(contract.posts.like, { postId });
  };
  const addComments = async ({ post: { comments = [] }, postId }: PublishedPost) => {
    for (const [name, text] of comments) {
      const comment = { postId, text, idempotencyKey: randomUUID() };
      await (await risenSession(community, name)).call(contract.posts.addComment, comment);
    }
  };
  await Promise.all((await posts).flatMap((post) => [addLikes(post), addComments(post)]));
}

/** Buys depth with the local Stripe, and then adds the buyers' posts. */
async function buyDepth(community: Community): Promise<void> {
  await Promise.all(
    PURCHASES.map(async ({ buyer, metres, post }) => {
      const session = community.sessions.get(buyer)!;
      if ((await session.buy(metres)) && post !== undefined) await createPost(session, post);
    }),
  );
}

async function sendChat(community: Community, { between, lines }: DemoChat): Promise<void> {
  const [first, second] = between.map((name) => community.sessions.get(name)!);
  let readMessageId: string | undefined;
  for (const [turn, line] of lines.entries()) {
    const [sender, recipient] = turn % 2 === 0 ? [first!, second!] : [second!, first!];
    if (readMessageId) await sender.markRead(recipient.userId, readMessageId);
    readMessageId = await sender.sendMessage(recipient.userId, line);
  }
}
