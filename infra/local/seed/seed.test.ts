import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { getAssembly } from '../../../test/support/assemblies.ts';
import { type LocalCloud, startLocalCloud } from '../cloud.ts';
import { Functions } from '../lambda/functions.ts';
import { COMMUNITY } from './community.ts';
import { CHATS, FIRST_FOLLOWERS, FOLLOWS, POSTS, PURCHASES } from './conversations.ts';
import { DemoClient } from './demo-session.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-seed-'));
const printed: string[] = [];
const warned: string[] = [];
let endedSandboxes = 0;
let cloud: LocalCloud;

beforeAll(async () => {
  const terminal = {
    info: (line: string) => printed.push(line),
    warn: (line: string) => warned.push(line),
    detail: () => {},
  };
  vi.spyOn(Functions.prototype, 'endSandboxes').mockImplementation(() => {
    endedSandboxes += 1;
  });
  // The stricter setting: members must confirm their email.
  const context = { emailVerification: 'required' };
  cloud = await startLocalCloud({
    port: 0,
    directory,
    web: false,
    terminal,
    context,
    assembly: await getAssembly(context),
  });
}, 300_000);
afterAll(async () => {
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('demo community of a fresh local cloud', () => {
  it('is complete and prints two logins', () => {
    // A busy machine may also report functions whose requests the seed has repeated.
    expect(warned.filter((line) => line.includes('demo community'))).toEqual([]);
    expect(printed.filter((line) => line.startsWith('Demo login:'))).toEqual([
      'Demo login: marina@fathom.example / deep-blue-sea',
      'Demo login: theo@fathom.example / deep-blue-sea',
    ]);
  });

  it('ends the functions that created it', () => {
    expect(endedSandboxes).toBe(1);
  });

  it('shows its highest member all members and posts', async () => {
    const { email } = COMMUNITY.get('marina')!;
    const marina = await new DemoClient(cloud.config, []).signIn({ email, password: 'deep-blue-sea' });
    const { profile } = await marina.call(contract.account.me, {});
    const firstFollowed = Object.values(FIRST_FOLLOWERS).filter((followers) => followers.includes('marina'));
    expect(profile).toMatchObject({
      bio: COMMUNITY.get('marina')!.bio,
      followersCount: FIRST_FOLLOWERS.marina!.length,
      followingCount: FOLLOWS.marina!.length + firstFollowed.length,
    });
    const { users } = await marina.call(contract.users.list, { limit: 50 });
    expect(users.map(({ username }) => username).sort()).toEqual(
      [...COMMUNITY.values()].map(({ username }) => username).sort(),
    );
    const { posts } = await marina.call(contract.posts.list, { limit: 50 });
    const actual = posts.map(({ content, likeCount, commentCount }) => ({ content, likeCount, commentCount }));
    const expected = POSTS.map(({ content, likes = [], comments = [] }) => ({
      content,
      likeCount: likes.length,
      commentCount: comments.length,
    }));
    for (const { post } of PURCHASES) if (post) expected.push({ content: post, likeCount: 0, commentCount: 0 });
    expect(actual).toHaveLength(expected.length);
    expect(actual).toEqual(expect.arrayContaining(expected));
    const addresses = [
      ...users.flatMap(({ profilePicture }) => (profilePicture ? [`${cloud.url}${profilePicture}`] : [])),
      ...posts.flatMap(({ imageUrl }) => imageUrl ?? []),
    ];
    expect(addresses.length).toBeGreaterThan(12);
    for (const address of addresses) {
      const picture = await fetch(address);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/png']);
      await picture.body?.cancel();
    }
  });

  it('has depths from the bottom to the surface after its purchases', async () => {
    const { email } = COMMUNITY.get('marina')!;
    const marina = await new DemoClient(cloud.config, []).signIn({ email, password: 'deep-blue-sea' });
    const { users } = await marina.call(contract.users.list, { limit: 50 });
    for (const { buyer, metres } of PURCHASES) {
      const { depth } = users.find(({ username }) => username === COMMUNITY.get(buyer)!.username)!;
      expect(Math.abs(depth - metres), buyer).toBeLessThan(1);
    }
    expect(Math.min(...users.map(({ depth }) => depth))).toBe(0);
  });

  it('has conversations in its inboxes', async () => {
    const { email } = COMMUNITY.get('marina')!;
    const marina = await new DemoClient(cloud.config, []).signIn({ email, password: 'deep-blue-sea' });
    const { conversations } = await marina.call(contract.messages.conversations, {});
    const last = CHATS.filter(({ between }) => between[0] === 'marina').map(({ lines }) => lines.at(-1));
    expect(conversations.map(({ lastMessage }) => lastMessage.content).sort()).toEqual(last.sort());
    // Replying marks the conversation as read. Only each last message is unread.
    expect(conversations.map(({ unreadCount }) => unreadCount)).toEqual(conversations.map(() => 1));
    const theo = await new DemoClient(cloud.config, []).signIn({
      email: COMMUNITY.get('theo')!.email,
      password: 'deep-blue-sea',
    });
    const { conversations: theosConversations } = await theo.call(contract.messages.conversations, {});
    expect(theosConversations.map(({ unreadCount }) => unreadCount)).toEqual([0]);
  });
});
