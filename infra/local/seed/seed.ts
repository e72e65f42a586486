import { readFile } from 'node:fs/promises';
import { contract } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { Mail } from '../cognito/codes.ts';
import { COMMUNITY, DEMO_PASSWORD, type DemoFile, type DemoMember, type MemberName, type Recipe } from './community.ts';
import { CHATS, type DemoChat, type DemoPost, FIRST_FOLLOWERS, FOLLOWS, POSTS, PURCHASES } from './conversations.ts';
import { DemoClient, type DemoSession, type DemoUpload, type Login } from './demo-session.ts';
import { createPdf, createWav, createZip } from './documents.ts';
import { drawPicture } from './pictures.ts';

/** The logins that the terminal shows. */
export const DEMO_LOGINS: readonly Login[] = [...COMMUNITY.values()]
  .slice(0, 2)
  .map(({ email }) => ({ email, password: DEMO_PASSWORD }));

/** A demo member with generated pictures and files. */
interface GeneratedMember extends DemoMember {
  readonly name: MemberName;
  readonly photo: DemoUpload | undefined;
  readonly uploads: readonly (DemoFile & DemoUpload)[];
  readonly posts: readonly GeneratedPost[];
}

interface GeneratedPost {
  readonly post: DemoPost;
  readonly image: DemoUpload | undefined;
}

/** Generates the demo community's files. Takes a second, so it runs while the cloud starts. */
export async function generateCommunity(): Promise<GeneratedMember[]> {
  const members: GeneratedMember[] = [];
  for (const [name, member] of COMMUNITY) {
    const seed = members.length * 10;
    const uploads: GeneratedMember['uploads'][number][] = [];
    for (const file of member.files) {
      uploads.push({ ...file, ...(await createContent(file.recipe, seed + uploads.length + 1)) });
    }
    const posts: GeneratedPost[] = [];
    for (const post of POSTS.filter(({ author }) => author === name)) {
      posts.push({ post, image: await drawImage(post, 1000 + seed + posts.length) });
    }
    const photo = member.avatar ? await readPhoto(member.avatar) : undefined;
    members.push({ ...member, name, photo, uploads, posts });
  }
  return members;
}

/** Creates the demo community through the public API. Throws an error with the response of a failed call. */
export async function seedCommunity(
  config: RuntimeConfig,
  members: readonly GeneratedMember[],
  mails: readonly Mail[],
): Promise<void> {
  const client = new DemoClient(config, mails);
  const sessions = new Map(
    members.map((member) => [member.name, client.register({ ...member, password: DEMO_PASSWORD })]),
  );
  const seeded = new Map(members.map((member) => [member.name, seedMember(member, sessions)]));
  const reactions = [...seeded.values()].map((author) => addReactions(seeded, author));
  await Promise.all([...seeded.values(), addFollows(seeded), ...reactions]);
  // Last, because members who have risen are invisible to those below.
  await buyDepth(seeded);
  await Promise.all(CHATS.map((chat) => sendChat(seeded, chat)));
}

/** A demo member whose profile, files, and posts exist. */
interface SeededMember {
  readonly session: DemoSession;
  readonly published: readonly { readonly post: DemoPost; readonly postId: string }[];
}

/** The demo members by name. Each promise resolves when others can react to the member. */
type SeededMembers = ReadonlyMap<MemberName, Promise<SeededMember>>;
type Sessions = ReadonlyMap<MemberName, Promise<DemoSession>>;

async function seedMember(member: GeneratedMember, sessions: Sessions): Promise<SeededMember> {
  const session = await sessions.get(member.name)!;
  const { userId } = session;
  const followers = FIRST_FOLLOWERS[member.name] ?? [];
  // Before the member publishes and rises, because members at the bottom cannot follow higher ones.
  await Promise.all(followers.map(async (name) => (await sessions.get(name)!).call(contract.users.follow, { userId })));
  const [published] = await Promise.all([publish(session, member), setProfile(session, member)]);
  return { session, published };
}

async function setProfile(session: DemoSession, { username, bio, photo }: GeneratedMember): Promise<void> {
  if (bio) await session.call(contract.account.updateProfile, { username, bio });
  if (!photo) return;
  const { publicUrl } = await session.upload(photo, 'avatar');
  await session.call(contract.account.updatePhoto, { photoUrl: publicUrl ?? '' });
}

/** Publishes files and posts in sequence, because each file raises the depth that later posts keep. */
async function publish(session: DemoSession, { uploads, posts }: GeneratedMember): Promise<SeededMember['published']> {
  const published: { post: DemoPost; postId: string }[] = [];
  for (let files = 0; files <= uploads.length; files++) {
    const file = uploads[files - 1];
    if (file) {
      const { fileId } = await session.upload(file, 'file');
      const { name: fileName, description } = file;
      await session.call(contract.files.saveMetadata, { fileId, fileName, description });
    }
    for (const { post, image } of posts.filter(({ post: { afterFiles = 0 } }) => afterFiles === files)) {
      const imageId = image && (await session.upload(image, 'post')).fileId;
      const { content, picture: { alt: imageAlt } = {} } = post;
      const created = await session.call(contract.posts.create, { content, imageId, imageAlt });
      published.push({ post, postId: created.post.id });
    }
  }
  return published;
}

async function addFollows(members: SeededMembers): Promise<void> {
  const pairs = Object.entries(FOLLOWS).flatMap(([from, names]) => names.map((to) => [from as MemberName, to]));
  await Promise.all(
    pairs.map(async (pair) => {
      const [follower, target] = await Promise.all(pair.map((name) => members.get(name)));
      if (follower && target) await follower.session.call(contract.users.follow, { userId: target.session.userId });
    }),
  );
}

/** Adds the likes and comments of an author's posts. Comments run in sequence, because they reply to each other. */
async function addReactions(members: SeededMembers, author: Promise<SeededMember>): Promise<void> {
  const addLikes = async ({ likes = [] }: DemoPost, postId: string) => {
    for (const name of likes) await (await members.get(name))?.session.call(contract.posts.like, { postId });
  };
  const addComments = async ({ comments = [] }: DemoPost, postId: string) => {
    for (const [name, text] of comments) {
      await (await members.get(name))?.session.call(contract.posts.addComment, { postId, text });
    }
  };
  const { published } = await author;
  await Promise.all(published.flatMap(({ post, postId }) => [addLikes(post, postId), addComments(post, postId)]));
}

/** Buys depth with the local Stripe, and then adds the buyers' posts. */
async function buyDepth(members: SeededMembers): Promise<void> {
  await Promise.all(
    PURCHASES.map(async ({ buyer, metres, post }) => {
      const { session } = (await members.get(buyer))!;
      if (!(await session.buy(metres))) return;
      if (post !== undefined) await session.call(contract.posts.create, { content: post });
    }),
  );
}

async function sendChat(members: SeededMembers, { between, lines }: DemoChat): Promise<void> {
  const [first, second] = await Promise.all(between.map(async (name) => (await members.get(name))!.session));
  let readMessageId: string | undefined;
  for (const [turn, line] of lines.entries()) {
    const [sender, recipient] = turn % 2 === 0 ? [first!, second!] : [second!, first!];
    readMessageId = await sender.sendMessage(recipient.userId, line, readMessageId);
  }
}

async function readPhoto(avatar: string): Promise<DemoUpload> {
  const bytes = await readFile(new URL(`./avatars/${avatar}.png`, import.meta.url));
  return { name: 'me.png', type: 'image/png', bytes };
}

async function drawImage({ picture: image }: DemoPost, seed: number): Promise<DemoUpload | undefined> {
  return image && { name: image.name, type: 'image/png', bytes: drawPicture(image.water, seed, 720, 405) };
}

async function createContent(recipe: Recipe, seed: number): Promise<{ type: string; bytes: Buffer }> {
  switch (recipe.kind) {
    case 'picture':
      return { type: 'image/png', bytes: drawPicture(recipe.water, seed, recipe.width, recipe.height) };
    case 'audio':
      return { type: 'audio/wav', bytes: createWav(recipe.sound, recipe.seconds, seed) };
    case 'pdf':
      return { type: 'application/pdf', bytes: createPdf(recipe.title, recipe.lines) };
    case 'text':
      return { type: 'text/plain', bytes: Buffer.from(`${recipe.lines.join('\n')}\n`) };
    case 'zip': {
      const entries = Array.from({ length: recipe.pictures }, (_, index) => {
        return [`photo-${index + 1}.png`, drawPicture('reef', seed * 100 + index, 480, 320)] as const;
      });
      return { type: 'application/zip', bytes: await createZip(Object.fromEntries(entries)) };
    }
  }
}
