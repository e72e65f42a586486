/** Hostile texts as usernames and bios. Each is kept as the contract cleans it, or rejected. */
import { beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { OpenProfile } from '../../shared/contract/users.ts';
import { CONDUCT_LIMITS } from '../../shared/rules/conduct-limits.ts';
import { sendRequest } from '../support/api-request.ts';
import { Member, PASSWORD } from '../support/member.ts';
import { countCases } from './support/attack-counts.ts';
import { expectDeclaredResponse } from './support/expected-response.ts';
import { NAUGHTY_STRINGS, split, toStoredText } from './support/naughty-strings.ts';

const { account, credentials, posts, users } = contract;
const { username: usernameSchema, bio: bioSchema } = account.updateProfile.body.shape;

let viewer: Member;

beforeAll(async () => {
  viewer = await Member.register();
  await viewer.ensureProfile();
});

/** Texts for one member. Each text makes two of the member's profile changes, and the test makes one more. */
const TEXTS_PER_MEMBER = Math.floor((CONDUCT_LIMITS.profileChanges.new - 1) / 2);
const parts = split(NAUGHTY_STRINGS, TEXTS_PER_MEMBER).map((texts, part) => [part, texts] as const);

/** Sends a text as username and as biography, and expects that the profile has the texts that the schemas allow. */
async function expectStoredProfile(member: Member, text: string): Promise<void> {
  countCases(2);
  const context = JSON.stringify(text);
  const nameResponse = await member.call(account.updateProfile, { username: text });
  expect(nameResponse.body.profile?.username, context).toBe(toStoredText(usernameSchema, text));

  const bioResponse = await member.call(account.updateProfile, { username: 'Ann', bio: text });
  expect(bioResponse.body.profile?.bio, context).toBe(toStoredText(bioSchema, text));

  if (bioResponse.status !== 200) return;
  const { body } = await viewer.call(users.profile, { userId: member.userId });

  expect((body.profile as OpenProfile).bio, context).toBe(bioResponse.body.profile.bio);
}

describe('profiles', () => {
  it.each(parts)('keeps naughty usernames and bios everywhere (part %i)', async (_, texts) => {
    const member = await Member.register();
    const { userId } = member;
    const { body: createResult } = await member.call(posts.create, { content: 'By a naughty author' });

    for (const text of texts) await expectStoredProfile(member, text);

    const lastName = texts.findLast((text) => toStoredText(usernameSchema, text));
    const { body: updateResult } = await member.call(account.updateProfile, { username: lastName ?? 'Ann' });
    const { username } = updateResult.profile;
    const [card, batch, profile, postList] = await Promise.all([
      viewer.call(users.get, { userId }),
      viewer.call(users.batch, { userIds: userId }),
      viewer.call(users.profile, { userId }),
      viewer.call(posts.listOfMember, { userId }),
    ]);

    const shownMembers = [card.body.user, batch.body.users[0], profile.body.profile];
    expect(shownMembers.map((user) => user!.username)).toEqual([username, username, username]);
    expect(postList.body.posts).toMatchObject([{ id: createResult.post.id, username }]);
  });
});

describe('Find Users', () => {
  // Each search reads all members of the run, so this takes every third string.
  it.each(parts.filter((_, part) => part % 3 === 0))('finds naughty usernames and bios (part %i)', async (_, texts) => {
    const member = await Member.register();

    for (const text of texts) {
      const username = toStoredText(usernameSchema, text);
      const bio = toStoredText(bioSchema, text);
      if (username === undefined && !bio) continue;

      countCases();
      await member.call(account.updateProfile, { username: username ?? 'Ann', bio: bio ?? '' });

      for (const query of [username, bio].filter(Boolean) as string[]) {
        const context = `${JSON.stringify(query)} as text ${JSON.stringify(text)}`;
        expect(await findUser(member, query), context).toBe(true);
      }
    }
  });

  it('responds to naughty search texts as declared', async () => {
    // Longer texts don't fit into a URL.
    const urlTexts = NAUGHTY_STRINGS.filter((text) => encodeURIComponent(text.toWellFormed()).length < 6000);

    for (const text of urlTexts) {
      countCases();
      const response = await viewer.call(users.list, { q: text });
      expectDeclaredResponse(users.list, response, { request: text });
    }
  });
});

// These tests run after the searches, which read all members of the run.
describe('POST /credentials/register', () => {
  const { username: registeredSchema } = credentials.register.body.shape;
  const isAccepted = (text: string) => toStoredText(registeredSchema, text) !== undefined;

  it.each(split(NAUGHTY_STRINGS.filter(isAccepted), 50).map((texts, part) => [part, texts] as const))(
    'keeps naughty usernames in profiles and cards (part %i)',
    async (_, texts) => {
      for (const text of texts) {
        countCases();
        const member = await Member.register(text);
        const username = toStoredText(registeredSchema, text);
        const { body: meResult } = await member.call(account.me, {});
        const { profile } = meResult;
        expect([profile?.username, profile?.displayName], JSON.stringify(text)).toEqual([username, username]);

        const { body: card } = await viewer.call(users.get, { userId: member.userId });
        expect(card.user?.username, JSON.stringify(text)).toBe(username);
      }
    },
  );

  it('rejects every naughty string that the rule for usernames rejects', async () => {
    for (const username of NAUGHTY_STRINGS.filter((text) => !isAccepted(text))) {
      countCases();
      const body = JSON.stringify({ email: 'rejected@fathom.example', password: PASSWORD, username });
      const response = await sendRequest('POST', credentials.register.path, { body });

      expectDeclaredResponse(credentials.register, response, { request: username });
      expect([username, response.body.code]).toEqual([username, 'InvalidInput']);
    }
  });
});

/** Returns whether a search finds a member on any of its pages. Other members of the run have similar names. */
async function findUser(member: Member, q: string): Promise<boolean> {
  let cursor: string | null | undefined;
  do {
    const { status, body } = await viewer.call(users.list, { q, limit: 50, ...(cursor && { cursor }) });
    expect(status, JSON.stringify(q)).toBe(200);

    if (body.users.some(({ id }) => id === member.userId)) return true;
    cursor = body.cursor;
  } while (cursor);
  return false;
}
