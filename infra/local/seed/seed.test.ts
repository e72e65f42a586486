import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { assemblyOf } from '../../../test/support/assemblies.ts';
import { type LocalCloud, startLocalCloud } from '../cloud.ts';
import { COMMUNITY } from './community.ts';
import { ASCENTS, CHATS, FIRST_FOLLOWERS, FOLLOWS, POSTS } from './conversations.ts';
import { DemoVisitors } from './demo-session.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-seed-'));
const said: string[] = [];
const warned: string[] = [];
let cloud: LocalCloud;

beforeAll(async () => {
  const terminal = {
    say: (line: string) => said.push(line),
    warn: (line: string) => warned.push(line),
    detail: () => {},
  };
  // Where everybody has to type a code, too.
  const context = { emailVerification: 'required' };
  cloud = await startLocalCloud({
    port: 0,
    directory,
    web: false,
    terminal,
    context,
    assembly: await assemblyOf(context),
  });
}, 120_000);
afterAll(async () => {
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

describe('a fresh local cloud', () => {
  it('is filled without a complaint, and tells two logins', () => {
    expect(warned).toEqual([]);
    expect(said.filter((line) => line.startsWith('Demo login:'))).toEqual([
      'Demo login: marina@fathom.example / deep-blue-sea',
      'Demo login: theo@fathom.example / deep-blue-sea',
    ]);
  });

  it('shows its highest member everybody, and everything that was said', async () => {
    const { email } = COMMUNITY.get('marina')!;
    const marina = await new DemoVisitors(cloud.config, []).signIn({ email, password: 'deep-blue-sea' });
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
    const shown = posts.map(({ content, likeCount, commentCount }) => ({ content, likeCount, commentCount }));
    const written = POSTS.map(({ content, likes = [], comments = [] }) => ({
      content,
      likeCount: likes.length,
      commentCount: comments.length,
    }));
    for (const { says } of ASCENTS) if (says) written.push({ content: says, likeCount: 0, commentCount: 0 });
    expect(shown).toHaveLength(written.length);
    expect(shown).toEqual(expect.arrayContaining(written));
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

  it('reaches from the bottom to the surface, by what was bought', async () => {
    const { email } = COMMUNITY.get('marina')!;
    const marina = await new DemoVisitors(cloud.config, []).signIn({ email, password: 'deep-blue-sea' });
    const { users } = await marina.call(contract.users.list, { limit: 50 });
    for (const { who, metres } of ASCENTS) {
      const { depth } = users.find(({ username }) => username === COMMUNITY.get(who)!.username)!;
      expect(Math.abs(depth - metres), who).toBeLessThan(1);
    }
    expect(Math.min(...users.map(({ depth }) => depth))).toBe(0);
  });

  it('talks: its conversations are in the inboxes', async () => {
    const { email } = COMMUNITY.get('marina')!;
    const marina = await new DemoVisitors(cloud.config, []).signIn({ email, password: 'deep-blue-sea' });
    const { conversations } = await marina.call(contract.messages.conversations, {});
    const last = CHATS.filter(({ between }) => between[0] === 'marina').map(({ lines }) => lines.at(-1));
    expect(conversations.map(({ lastMessage }) => lastMessage.content).sort()).toEqual(last.sort());
    // Whoever has answered has read; the last word of each is news.
    expect(conversations.map(({ unreadCount }) => unreadCount)).toEqual(conversations.map(() => 1));
    const theo = await new DemoVisitors(cloud.config, []).signIn({
      email: COMMUNITY.get('theo')!.email,
      password: 'deep-blue-sea',
    });
    const { conversations: ofTheo } = await theo.call(contract.messages.conversations, {});
    expect(ofTheo.map(({ unreadCount }) => unreadCount)).toEqual([0]);
  });
});
