/**
 * Tests of the demo community in a running local cloud. The first start creates it through the API, or restores it
 * from a snapshot in the repository, which takes seconds. Both must have the same result.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { planCleaning } from '../../../shared/media/plan-cleaning.ts';
import { getAssembly } from '../../../test/support/assemblies.ts';
import { type LocalCloud, startLocalCloud } from '../cloud.ts';
import { Functions } from '../lambda/functions.ts';
import { waitUntilQuiet } from '../wait-until-quiet.ts';
import { COMMUNITY, DEMO_PASSWORD, type MemberName } from './community.ts';
import { CHATS, FAREWELL, FIRST_FOLLOWERS, FOLLOWS, POSTS } from './conversations.ts';
import { createSnapshot } from './create-snapshot.ts';
import { DemoClient, type DemoSession } from './demo-session.ts';
import { describeSnapshot } from './describe-snapshot.ts';
import { FILE_REACTIONS } from './file-reactions.ts';
import { LONG_CHAT } from './long-chat.ts';
import { PURCHASES } from './purchases.ts';
import { readSnapshot } from './snapshot.ts';

const printedLines: string[] = [];
const warnings: string[] = [];
let directory: string;
/** Number of calls that end the sandboxes of all functions, to free their memory. */
let endSandboxesCallCount: number;
let cloud: LocalCloud;

const signIn = (name: MemberName): Promise<DemoSession> =>
  new DemoClient(cloud.config, []).signIn({ email: COMMUNITY.get(name)!.email, password: DEMO_PASSWORD });

describe.each([
  // The stricter setting: members must confirm their email.
  { origin: 'the API', context: { emailVerification: 'required' } },
  { origin: 'the snapshot', context: {} },
])('demo community of a fresh local cloud, from $origin', ({ origin, context }) => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'fathom-seed-'));
    const terminal = {
      info: (line: string) => printedLines.push(line),
      warn: (line: string) => warnings.push(line),
      detail: () => {},
    };

    endSandboxesCallCount = 0;
    vi.spyOn(Functions.prototype, 'endSandboxes').mockImplementation(() => {
      endSandboxesCallCount += 1;
    });

    cloud = await startLocalCloud({
      port: 0,
      directory,
      web: false,
      terminal,
      context,
      assembly: await getAssembly(context),
    });
    // The timeout only ends a test that hangs. Creating the community takes minutes on a busy machine.
  }, 900_000);
  afterAll(async () => {
    await cloud?.close();
    rmSync(directory, { recursive: true, force: true });
    for (const lines of [printedLines, warnings]) lines.length = 0;
  });

  it('completes the demo community and prints two logins', () => {
    // A busy machine may also report functions whose requests the seed has repeated.
    expect(warnings.filter((line) => line.includes('demo community'))).toEqual([]);
    expect(printedLines.filter((line) => line.startsWith('Demo login:'))).toEqual([
      'Demo login: marina@fathom.example / deep-blue-sea',
      'Demo login: theo@fathom.example / deep-blue-sea',
    ]);
  });

  it('says that it adds the demo community before it does', () => {
    expect(printedLines[0]).toBe('Adding the demo community...');
  });

  it('ends the functions that created the community', () => {
    expect(endSandboxesCallCount).toBe(1);
  });

  it('the demo community matches the snapshot (if not, run npm run demo-snapshot)', async () => {
    await waitUntilQuiet(cloud);
    const { storage, environment, stores } = cloud;
    const table = { name: storage.tableName, environment };
    const snapshot = await createSnapshot({ table, bucketName: storage.bucketName, ...stores });
    expect(describeSnapshot(snapshot)).toEqual(describeSnapshot(readSnapshot()!));
  });

  it.runIf(origin === 'the snapshot')('restores the snapshot without calling a function', () => {
    expect(cloud.functions.labels.flatMap((label) => cloud.functions.getLogLines(label))).toEqual([]);
  });

  it('gives the highest member a bio, followers, and follows', async () => {
    const marina = await signIn('marina');
    const { profile } = await marina.call(contract.account.me, {});
    const firstFollows = Object.values(FIRST_FOLLOWERS).filter((followers) => followers.includes('marina'));

    expect(profile).toMatchObject({
      bio: COMMUNITY.get('marina')!.bio,
      followersCount: FIRST_FOLLOWERS.marina!.length,
      followingCount: FOLLOWS.marina!.length + firstFollows.length,
    });
  });

  it('shows the highest member all members', async () => {
    const marina = await signIn('marina');
    const { users } = await marina.call(contract.users.list, { limit: 50 });

    const usernames = [...COMMUNITY.values()].map(({ username }) => username);
    expect(users.map(({ username }) => username).sort()).toEqual(usernames.sort());
  });

  it('shows the highest member all posts with their likes and comments', async () => {
    const marina = await signIn('marina');
    const { posts } = await marina.call(contract.posts.list, { limit: 50 });
    const listedPosts = posts.map(({ content, likeCount, commentCount }) => ({ content, likeCount, commentCount }));

    const purchasePosts = PURCHASES.flatMap(({ post }) => post ?? []);
    const expectedPosts = [...POSTS, ...purchasePosts].map(({ content, likes = [], comments = [] }) => ({
      content,
      likeCount: likes.length,
      commentCount: comments.length,
    }));

    expect(listedPosts).toHaveLength(expectedPosts.length);
    expect(listedPosts).toEqual(expect.arrayContaining(expectedPosts));
  });

  it('serves all profile pictures and pictures of posts', async () => {
    const marina = await signIn('marina');
    const { users } = await marina.call(contract.users.list, { limit: 50 });
    const { posts } = await marina.call(contract.posts.list, { limit: 50 });
    const pictureUrls = [
      ...users.flatMap(({ profilePicture }) => (profilePicture ? [`${cloud.url}${profilePicture}`] : [])),
      ...posts.flatMap(({ imageUrl }) => imageUrl ?? []),
    ];
    expect(pictureUrls.length).toBeGreaterThan(12);

    for (const url of pictureUrls) {
      const picture = await fetch(url);
      expect(picture.status).toBe(200);
      expect(picture.headers.get('content-type')).toMatch(/^image\/(png|jpeg)$/);
      await picture.body?.cancel();
    }
  });

  it('gives members depths from the bottom to the surface after their purchases', async () => {
    const marina = await signIn('marina');
    const { users } = await marina.call(contract.users.list, { limit: 50 });

    for (const { buyer, metres } of PURCHASES) {
      const { depth } = users.find(({ username }) => username === COMMUNITY.get(buyer)!.username)!;
      expect(Math.abs(depth - metres), buyer).toBeLessThan(1);
    }

    expect(Math.min(...users.map(({ depth }) => depth))).toBe(0);
  });

  it('places a member in every layer, and locked profiles above each layer but the highest', async () => {
    const marina = await signIn('marina');
    const { users } = await marina.call(contract.users.list, { limit: 50 });

    // Layers from 0, 100, 1000, and 10,000 m.
    const bounds = [0, 100, 1000, 10_000, Number.POSITIVE_INFINITY];
    const hasMember = bounds
      .slice(0, -1)
      .map((from, index) => users.some(({ depth }) => depth >= from && depth < bounds[index + 1]!));
    expect(hasMember).toEqual([true, true, true, true]);

    const theo = await signIn('theo');
    const ines = users.find(({ username }) => username === COMMUNITY.get('ines')!.username)!;
    expect((await theo.call(contract.users.profile, { userId: ines.id })).profile.restricted).toBe(true);
  });

  it('locks a profile a few millimetres above the lowest member, although both show 0.00 m', async () => {
    const wren = await signIn('wren');
    const { profile } = await wren.call(contract.account.me, {});
    const marina = await signIn('marina');
    const { users } = await marina.call(contract.users.list, { limit: 50 });
    const omar = users.find(({ username }) => username === COMMUNITY.get('omar')!.username)!;

    expect([profile.depth, omar.depth].map((depth) => depth.toFixed(2))).toEqual(['0.00', '0.00']);
    expect(omar.depth - profile.depth).toBeGreaterThan(0.002);
    expect((await wren.call(contract.users.profile, { userId: omar.id })).profile.restricted).toBe(true);
    expect(profile).toMatchObject({ bio: '', profilePicture: '' });
  });

  it('shows even the lowest member a film, pictures, sounds, documents, and texts', async () => {
    const wren = await signIn('wren');
    const { files } = await wren.call(contract.files.list, { limit: 50 });
    const types = new Set(files.map(({ contentType }) => contentType));

    for (const type of ['video/webm', 'image/jpeg', 'audio/mpeg', 'application/pdf', 'text/plain']) {
      expect(types).toContain(type);
    }
  });

  it('shows thumbnails of pictures and of the film, and removes positions from their files', async () => {
    const marina = await signIn('marina');
    const listPictures = async () => {
      const { files } = await marina.call(contract.files.list, { limit: 50 });
      return files.filter(({ contentType }) => /^(image|video)\//.test(contentType));
    };

    // Functions create the thumbnails after the upload.
    await expect.poll(async () => (await listPictures()).filter(({ media }) => !media?.thumbnail)).toEqual([]);

    const pictures = await listPictures();
    expect(pictures.length).toBeGreaterThan(10);

    for (const { url, contentType, fileName } of pictures) {
      const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
      const source = { size: bytes.length, read: async (start: number, end: number) => bytes.slice(start, end) };
      const { removed: removedMetadata } = await planCleaning(source, contentType, { keepCameraData: true });
      expect([...removedMetadata], fileName).toEqual([]);
    }
  });

  it('shows likes and views of files, and files that no one has opened', async () => {
    const marina = await signIn('marina');
    const { files } = await marina.call(contract.files.list, { limit: 50 });
    const listedCounts = files.map(({ fileName, likeCount, views }) => [fileName, likeCount, views]);
    const expectedCounts = files.map(({ fileName }) => {
      const { likes = [], views = [] } = FILE_REACTIONS[fileName] ?? {};
      return [fileName, likes.length, views.length];
    });

    expect(listedCounts).toEqual(expectedCounts);
    expect(files.filter(({ views }) => views === 0).length).toBeGreaterThan(5);
  });

  it('fills the inboxes of demo members with conversations', async () => {
    const marina = await signIn('marina');
    const { conversations } = await marina.call(contract.messages.conversations, {});
    const chats = CHATS.filter(({ between }) => between[0] === 'marina');
    const unreadConversations = conversations.filter(({ unreadCount }) => unreadCount > 0);

    // Replying marks the conversation as read. Only each last message is unread.
    const unreadLines = unreadConversations.map(({ lastMessage, unreadCount }) => [lastMessage.content, unreadCount]);
    const lastLines = chats.map(({ lines }) => [lines.at(-1), 1]);
    expect(unreadLines.sort()).toEqual(lastLines.sort());

    const theo = await signIn('theo');
    const { conversations: theosConversations } = await theo.call(contract.messages.conversations, {});
    expect(theosConversations.map(({ unreadCount }) => unreadCount).sort()).toEqual([0, 1]);
  });

  it('includes a conversation with a deleted member', async () => {
    const marina = await signIn('marina');
    const { conversations } = await marina.call(contract.messages.conversations, {});
    const formerConversation = conversations.find(({ lastMessage }) => lastMessage.content === FAREWELL.fromFormer)!;
    expect(formerConversation.user.username).toBe('Deleted user');
    expect(formerConversation.unreadCount).toBe(0);
  });

  it('includes a conversation of a week, in order', async () => {
    const marina = await signIn('marina');
    const theo = await signIn('theo');
    const contents: string[] = [];
    const days = new Set<string>();
    let oldestId: string | undefined;

    do {
      const page = await marina.call(contract.messages.conversation, { userId: theo.userId, before: oldestId });
      contents.unshift(...page.messages.map(({ content }) => content));
      for (const { timestamp } of page.messages) days.add(new Date(timestamp).toDateString());
      oldestId = page.more ? page.messages[0]!.id : undefined;
    } while (oldestId);

    const history = LONG_CHAT.days.flatMap(({ lines }) => lines.map(([, text]) => text));
    expect(history.length).toBeGreaterThan(80);
    expect(contents).toEqual([...history, ...CHATS[0]!.lines]);
    expect(days.size).toBeGreaterThanOrEqual(LONG_CHAT.days.length + 1);
  });
});
