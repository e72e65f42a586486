/** Calls every endpoint that requires a session, with a valid token from before the member signed out everywhere. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import { Member } from '../support/member.ts';
import { TEXT } from '../support/sample-files.ts';
import { handshake, MemberSocket } from '../support/socket.ts';
import { findRow, type Target } from './access-rows.ts';

/** The WebSocket close code of a normal closure. */
const NORMAL_CLOSURE = 1000;

const memberEndpoints = allEndpoints.filter(({ access }) => access === 'member');

/** The member with the tokens of the ended session. */
let endedSession: Member;
/** The same member, signed in again. */
let newSession: Member;
let ownTarget: Target;
/** A ticket of the ended session. */
let endedTicket: string;
/** What {@link readState} returned before the tests. */
let stateBefore: unknown;

beforeAll(async () => {
  endedSession = await Member.register();
  ownTarget = await createTarget(endedSession);
  const socket = await MemberSocket.open(endedSession);
  endedTicket = (await endedSession.call(contract.sockets.ticket, {})).body.ticket;

  const closeCode = socket.waitForClose();
  expect((await endedSession.call(contract.credentials.signOutEverywhere, {})).status).toBe(200);
  expect(await closeCode).toBe(NORMAL_CLOSURE);

  newSession = await endedSession.signInAgain();
  stateBefore = await readState();
});

/** Creates the member's own items, and another member that they follow. */
async function createTarget(member: Member): Promise<Target> {
  const { key } = await member.upload('kept.txt', 'text/plain', TEXT);
  const { body: createResult } = await member.call(contract.posts.create, { content: 'Kept' });
  const postId = createResult.post.id;
  const { body: commentResult } = await member.call(contract.posts.addComment, { postId, text: 'Kept' });

  const followedMember = await Member.register();
  // Only a member with a profile can be followed.
  await followedMember.ensureProfile();
  await member.call(contract.users.follow, { userId: followedMember.userId });

  return {
    userId: followedMember.userId,
    fileId: key,
    postId,
    comment: { postId, commentId: commentResult.comment.id },
  };
}

/** Reads what a successful request could have changed, without signed URLs, which differ in each response. */
async function readState(): Promise<unknown> {
  const { userId } = newSession;
  const responses = await Promise.all([
    newSession.call(contract.account.me, {}),
    newSession.call(contract.account.depthLog, {}),
    newSession.call(contract.files.listOfMember, { userId }),
    newSession.call(contract.posts.listOfMember, { userId }),
    newSession.call(contract.posts.listComments, { postId: ownTarget.postId }),
    newSession.call(contract.users.following, { userId }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));

  return JSON.parse(JSON.stringify(responses.map(({ body }) => body)).replaceAll(/"url":"[^"]*"/g, '"url":""'));
}

describe('a token from before the sessions ended', () => {
  it.each(memberEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'gets 401 from %s',
    async (_, endpoint) => {
      // TypeScript can't match a row's request with the endpoint, because both come from a list of all endpoints.
      const { status, body } = await endedSession.call(endpoint, findRow(endpoint)!.input(ownTarget) as never);

      expect([status, body.code]).toEqual([401, 'Unauthenticated']);
    },
  );

  it("changes none of the member's items", async () => {
    expect(await readState()).toEqual(stateBefore);
  });
});

describe('a ticket from before the sessions ended', () => {
  it('opens no socket, but a new ticket does', async () => {
    const { socketUrl } = inject('target').config;

    await expect(handshake(`${socketUrl}?ticket=${encodeURIComponent(endedTicket)}`)).rejects.toThrow(/40[13]/);
    await (await MemberSocket.open(newSession)).close();
  });
});
