import { beforeAll, describe, expect, inject, it } from 'vitest';
import { allEndpoints, type Capability, contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { Member } from '../support/member.ts';
import { TEXT } from '../support/sample-files.ts';
import { handshake, MemberSocket } from '../support/socket.ts';
import { type ItemRow, MATRIX, type Target } from './access-rows.ts';

/** Calls every endpoint for members with a valid token from before the member signed out everywhere. */

const memberEndpoints = allEndpoints.filter(({ access }) => access === 'member');

let before: Member;
let after: Member;
/** The member's own items, and another member that they follow. */
let ownTarget: Target;
let state: unknown;
let socket: MemberSocket;
let ticket: string;

beforeAll(async () => {
  const followedMember = await Member.register();
  before = await Member.register();

  const { key } = await before.upload('kept.txt', 'text/plain', TEXT);
  const { body: createResult } = await before.call(contract.posts.create, { content: 'Kept' });
  const postId = createResult.post.id;
  const { body: commentResult } = await before.call(contract.posts.addComment, { postId, text: 'Kept' });
  await followedMember.getDepth();
  await before.call(contract.users.follow, { userId: followedMember.userId });
  ownTarget = {
    userId: followedMember.userId,
    fileId: key,
    postId,
    comment: { postId, commentId: commentResult.comment.id },
  };
  socket = await MemberSocket.open(before);
  ticket = (await before.call(contract.sockets.ticket, {})).body.ticket;
  const closeCode = socket.waitForClose();
  expect((await before.call(contract.credentials.signOutEverywhere, {})).status).toBe(200);
  expect(await closeCode).toBe(1000);

  after = await before.signInAgain();
  state = await readState();
});

/** Reads what a successful request could have changed. Signed URLs differ in each response. */
async function readState(): Promise<unknown> {
  const { userId } = after;
  const responses = await Promise.all([
    after.call(contract.account.me, {}),
    after.call(contract.account.depthLog, {}),
    after.call(contract.files.listOfMember, { userId }),
    after.call(contract.posts.listOfMember, { userId }),
    after.call(contract.posts.listComments, { postId: ownTarget.postId }),
    after.call(contract.users.following, { userId }),
  ]);
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));

  return JSON.parse(JSON.stringify(responses.map(({ body }) => body)).replaceAll(/"url":"[^"]*"/g, '"url":""'));
}

describe('a token from before the sessions ended', () => {
  it.each(memberEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    'gets 401 from %s',
    async (_, endpoint) => {
      const rows = MATRIX[endpoint.capability as Capability] as unknown as Record<string, ItemRow<Endpoint>>;
      const { status, body } = await before.call(endpoint, rows[endpoint.key]!.input(ownTarget) as never);
      expect([status, body.code]).toEqual([401, 'Unauthenticated']);
    },
  );

  it('changes nothing', async () => {
    expect(await readState()).toEqual(state);
  });
});

describe('a ticket from before the sessions ended', () => {
  it('opens no socket, but a new ticket does', async () => {
    const { socketUrl } = inject('target').config;
    await expect(handshake(`${socketUrl}?ticket=${encodeURIComponent(ticket)}`)).rejects.toThrow(/40[13]/);
    await (await MemberSocket.open(after)).close();
  });
});
