import { readFile } from 'node:fs/promises';
import { contract } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import type { Mail } from '../cognito/codes.ts';
import { COMMUNITY, DEMO_PASSWORD, type DemoFile, type DemoMember, type MemberName, type Recipe } from './community.ts';
import { ASCENTS, CHATS, type DemoChat, type DemoPost, FIRST_FOLLOWERS, FOLLOWS, POSTS } from './conversations.ts';
import { type DemoSession, type DemoUpload, DemoVisitors, type Login } from './demo-session.ts';
import { pdf, wav, zip } from './documents.ts';
import { picture } from './pictures.ts';

/** The logins that are shown when the demo community exists. */
export const DEMO_LOGINS: readonly Login[] = [...COMMUNITY.values()]
  .slice(0, 2)
  .map(({ email }) => ({ email, password: DEMO_PASSWORD }));

/** A member with their pictures and files made. */
interface MadeMember extends DemoMember {
  readonly name: MemberName;
  readonly photo: DemoUpload | undefined;
  readonly made: readonly (DemoFile & DemoUpload)[];
  readonly posts: readonly MadePost[];
}

interface MadePost {
  readonly post: DemoPost;
  readonly image: DemoUpload | undefined;
}

/** Makes the files of the whole community: a second of work that can be done before there is anywhere to put them. */
export async function makeCommunity(): Promise<MadeMember[]> {
  const members: MadeMember[] = [];
  for (const [name, member] of COMMUNITY) {
    const seed = members.length * 10;
    const made: MadeMember['made'][number][] = [];
    for (const file of member.files) made.push({ ...file, ...(await contentOf(file.recipe, seed + made.length + 1)) });
    const posts: MadePost[] = [];
    for (const post of POSTS.filter(({ author }) => author === name)) {
      posts.push({ post, image: await imageOf(post, 1000 + seed + posts.length) });
    }
    const photo = member.avatar ? await photoOf(member.avatar) : undefined;
    members.push({ ...member, name, photo, made, posts });
  }
  return members;
}

/**
 * Fills an empty Fathom with a small community, through its public API alone: everything that it does, a browser
 * could have done.
 *
 * @param mails - what the user pool has mailed
 * @throws Error naming the call that failed and its answer.
 */
export async function seedCommunity(
  config: RuntimeConfig,
  members: readonly MadeMember[],
  mails: readonly Mail[],
): Promise<void> {
  const visitors = new DemoVisitors(config, mails);
  const arrived = new Map(
    members.map((member) => [member.name, visitors.register({ ...member, password: DEMO_PASSWORD })]),
  );
  const ready = new Map(members.map((member) => [member.name, settle(member, arrived)]));
  await Promise.all([...ready.values(), follow(ready), ...[...ready.values()].map((one) => converse(ready, one))]);
  // Last: what was said and followed before was within reach of one another.
  await ascend(ready);
  await Promise.all(CHATS.map((chat) => talk(ready, chat)));
}

/** A member who has done what they do by themselves. */
interface Settled {
  readonly session: DemoSession;
  readonly published: readonly { readonly post: DemoPost; readonly postId: string }[];
}

/** The members by name, each when they have settled: others react to them then, and not before. */
type Neighbours = ReadonlyMap<MemberName, Promise<Settled>>;

async function settle(member: MadeMember, arrived: ReadonlyMap<MemberName, Promise<DemoSession>>): Promise<Settled> {
  const session = await arrived.get(member.name)!;
  const { userId } = session;
  const followers = FIRST_FOLLOWERS[member.name] ?? [];
  // Before anything is published: from then on the member is out of reach.
  await Promise.all(followers.map(async (who) => (await arrived.get(who)!).call(contract.users.follow, { userId })));
  const [published] = await Promise.all([publish(session, member), introduce(session, member)]);
  return { session, published };
}

async function introduce(session: DemoSession, { username, bio, photo }: MadeMember): Promise<void> {
  if (bio) await session.call(contract.account.updateProfile, { username, bio });
  if (!photo) return;
  const { publicUrl } = await session.upload(photo, 'avatar');
  await session.call(contract.account.updatePhoto, { photoUrl: publicUrl ?? '' });
}

/** One after the other: each file lifts the member a little, and a post keeps the depth that its author had. */
async function publish(session: DemoSession, { made, posts }: MadeMember): Promise<Settled['published']> {
  const published: { post: DemoPost; postId: string }[] = [];
  for (let files = 0; files <= made.length; files++) {
    const file = made[files - 1];
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

async function follow(neighbours: Neighbours): Promise<void> {
  const pairs = Object.entries(FOLLOWS).flatMap(([who, others]) => others.map((whom) => [who as MemberName, whom]));
  await Promise.all(
    pairs.map(async (pair) => {
      const [follower, other] = await Promise.all(pair.map((name) => neighbours.get(name)));
      if (follower && other) await follower.session.call(contract.users.follow, { userId: other.session.userId });
    }),
  );
}

/** The likes of an author's posts, and the comments, which answer one another. */
async function converse(neighbours: Neighbours, author: Promise<Settled>): Promise<void> {
  const likes = async ({ likes = [] }: DemoPost, postId: string) => {
    for (const who of likes) await (await neighbours.get(who))?.session.call(contract.posts.like, { postId });
  };
  const comments = async ({ comments = [] }: DemoPost, postId: string) => {
    for (const [who, text] of comments) {
      await (await neighbours.get(who))?.session.call(contract.posts.addComment, { postId, text });
    }
  };
  const { published } = await author;
  await Promise.all(published.flatMap(({ post, postId }) => [likes(post, postId), comments(post, postId)]));
}

/** Some buy depth, where that costs nothing, and speak from up there. */
async function ascend(neighbours: Neighbours): Promise<void> {
  await Promise.all(
    ASCENTS.map(async ({ who, metres, says }) => {
      const { session } = (await neighbours.get(who))!;
      if (!(await session.buy(metres))) return;
      if (says !== undefined) await session.call(contract.posts.create, { content: says });
    }),
  );
}

async function talk(neighbours: Neighbours, { between, lines }: DemoChat): Promise<void> {
  const [one, other] = await Promise.all(between.map(async (name) => (await neighbours.get(name))!.session));
  let answered: string | undefined;
  for (const [turn, line] of lines.entries()) {
    const [speaker, listener] = turn % 2 === 0 ? [one!, other!] : [other!, one!];
    answered = await speaker.say(listener.userId, line, answered);
  }
}

async function photoOf(avatar: string): Promise<DemoUpload> {
  const bytes = await readFile(new URL(`./avatars/${avatar}.png`, import.meta.url));
  return { name: 'me.png', type: 'image/png', bytes };
}

async function imageOf({ picture: image }: DemoPost, seed: number): Promise<DemoUpload | undefined> {
  return image && { name: image.name, type: 'image/png', bytes: picture(image.water, seed, 720, 405) };
}

/** The bytes of a file, and their type. */
async function contentOf(recipe: Recipe, seed: number): Promise<{ type: string; bytes: Buffer }> {
  switch (recipe.kind) {
    case 'picture':
      return { type: 'image/png', bytes: picture(recipe.water, seed, recipe.width, recipe.height) };
    case 'audio':
      return { type: 'audio/wav', bytes: wav(recipe.sound, recipe.seconds, seed) };
    case 'pdf':
      return { type: 'application/pdf', bytes: pdf(recipe.title, recipe.lines) };
    case 'text':
      return { type: 'text/plain', bytes: Buffer.from(`${recipe.lines.join('\n')}\n`) };
    case 'zip': {
      const entries = Array.from({ length: recipe.pictures }, (_, index) => {
        return [`photo-${index + 1}.png`, picture('reef', seed * 100 + index, 480, 320)] as const;
      });
      return { type: 'application/zip', bytes: await zip(Object.fromEntries(entries)) };
    }
  }
}
