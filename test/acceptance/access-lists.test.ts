/** Tests the contents of every list, and every socket action. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import {
  type ClientFrame,
  type ServerFrame,
  type SocketAction,
  socketActions,
} from '../../shared/contract/socket-frames.ts';
import { MemberSocket } from '../support/socket.ts';
import { FOLLOWED_CASES, FOLLOWER_CASES, LISTS, type ListedKind } from './access-lists.ts';
import { CASE_NAMES, CASES, type Case, HIDDEN_CASES } from './access-rows.ts';
import { EXPECTED_SOCKET_RESULTS, type MemberCase } from './access-socket-results.ts';
import { type AccessTargets, createTargets } from './access-targets.ts';

let accessTargets: AccessTargets;
let viewerSocket: MemberSocket;

/** The newest message of the viewer's conversations. */
let messageId: string;

beforeAll(async () => {
  accessTargets = await createTargets(async (viewer, deletedMember) => {
    await viewer.call(contract.users.follow, { userId: deletedMember.userId });
    viewerSocket = await MemberSocket.open(viewer);
    await viewerSocket.sendMessage(deletedMember, 'Before you leave');
  });

  const { viewer, members } = accessTargets;
  for (const name of FOLLOWER_CASES) await members[name].call(contract.users.follow, { userId: viewer.userId });
  for (const name of FOLLOWED_CASES) await viewer.call(contract.users.follow, { userId: members[name].userId });

  await viewerSocket.sendMessage(members.equal, 'Hello');
  messageId = (await viewerSocket.sendMessage(members.below, 'Hello')).id;
});

afterAll(() => viewerSocket.close());

/** Returns the ID of the item of this kind that a case's target has. */
function idOf(kind: ListedKind, caseName: Case): string {
  const { userId, fileId, postId, comment } = accessTargets.targets[caseName];
  return { member: userId, file: fileId, post: postId, comment: comment.commentId }[kind];
}

describe('lists', () => {
  const titledRows = LISTS.map((row) => {
    const { method, path } = row.endpoint;
    return [`${method} ${path}`, row.variant ?? '', row] as const;
  });

  it.each(titledRows)('%s %s has exactly the targets that the viewer may see', async (_title, _variant, row) => {
    const listedIds = await row.read(accessTargets.viewer, accessTargets);
    expect(Object.keys(listedIds).toSorted()).toEqual(Object.keys(row.shows).toSorted());

    for (const kind of Object.keys(row.shows) as ListedKind[]) {
      // The deleted member is the target of two cases.
      const cases = CASE_NAMES.filter((name) => kind !== 'member' || name !== 'itemDeleted');
      const shownCases = cases.filter((name) => listedIds[kind]!.includes(idOf(kind, name)));
      const expectedCases = cases.filter((name) => row.shows[kind]!.includes(name));

      if (row.hasMaxLength) expect(expectedCases).toEqual(expect.arrayContaining(shownCases));
      else expect(shownCases).toEqual(expectedCases);

      expect(new Set(listedIds[kind]).size).toBe(listedIds[kind]!.length);
    }
  });

  it('tests every endpoint that returns items of several members', () => {
    const testedEndpoints = new Set(LISTS.map(({ endpoint }) => endpoint));
    const endpoints = Object.values(contract).flatMap((group) => Object.values<Endpoint>(group));
    const isList = ({ resource, key }: Endpoint) =>
      resource === 'list' || key.startsWith('list') || /^follow(ers|ing)$/.test(key);

    const untestedLists = endpoints.filter((endpoint) => isList(endpoint) && !testedEndpoints.has(endpoint));

    // `listParts` lists the parts of the caller's own upload.
    expect(untestedLists.map(({ key }) => key)).toEqual(['listParts']);
  });

  it('reveals nothing of hidden targets', async () => {
    const { viewer, mark, targets } = accessTargets;
    const responses = await Promise.all([
      viewer.call(contract.files.list, { q: mark }),
      viewer.call(contract.files.list, { q: mark, outline: true }),
      viewer.call(contract.users.list, { q: mark, limit: 50 }),
      viewer.call(contract.users.nearby, {}),
      viewer.call(contract.users.followers, { userId: viewer.userId }),
      viewer.call(contract.users.following, { userId: viewer.userId }),
      viewer.call(contract.posts.list, { limit: 50 }),
      viewer.call(contract.posts.list, { q: mark, limit: 50 }),
      viewer.call(contract.posts.listComments, { postId: targets.own.comment.postId }),
      viewer.call(contract.messages.conversations, {}),
      viewer.call(contract.account.dashboard, {}),
    ]);
    // A rejected request would reveal nothing either.
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));

    const text = JSON.stringify(responses.map(({ body }) => body));
    for (const secret of HIDDEN_CASES.flatMap((name) => targets[name].secrets)) expect(text).not.toContain(secret);
  });
});

/** Builds the frame of an action that names this member. */
function frameFor(action: SocketAction, userId: string): ClientFrame {
  if (action === 'sendMessage') return { action, recipientId: userId, content: 'Hello', clientMessageId: randomUUID() };
  if (action === 'markRead') return { action, userId, messageId };
  return action === 'typing' ? { action, recipientId: userId } : { action: 'ping' };
}

/** Returns the error code of a frame, `none` for a pong, or otherwise the type of the frame. */
function resultOf(frame: ServerFrame): string {
  if (frame.type === 'error') return frame.code;
  return frame.type === 'pong' ? 'none' : frame.type;
}

describe('socket actions', () => {
  const actions = Object.keys(socketActions) as SocketAction[];
  const rows = actions.flatMap((action) => {
    const results = EXPECTED_SOCKET_RESULTS[action];
    if (results === null) return [];

    return (Object.keys(results) as MemberCase[]).map((name) => [results[name], action, CASES[name], name] as const);
  });

  it.each(rows)('returns %s from %s for %s', async (expectedResult, action, _case, name) => {
    // All rows share a socket, because a member may open only a few.
    const { length: earlierFrameCount } = viewerSocket.frames;
    viewerSocket.send(frameFor(action, accessTargets.targets[name].userId));

    // The pong shows that the socket is open. On AWS, it can overtake another response.
    if (expectedResult === 'none') viewerSocket.send({ action: 'ping' });
    const isResponse = ({ type }: { type: string }) => type === 'error' || type === 'pong' || type === expectedResult;
    const newFrames = () => viewerSocket.frames.slice(earlierFrameCount);
    await expect.poll(() => newFrames().find(isResponse)).toBeDefined();

    const frame = newFrames().find(isResponse)!;

    expect(resultOf(frame)).toBe(expectedResult);
    for (const secret of accessTargets.targets[name].secrets) expect(JSON.stringify(newFrames())).not.toContain(secret);
  });

  it('sends a typing hint only within a conversation', async () => {
    const { viewer, members } = accessTargets;
    const sockets = await Promise.all([MemberSocket.open(members.above), MemberSocket.open(members.below)]);
    const [aboveSocket, belowSocket] = sockets;

    viewerSocket.send({ action: 'typing', recipientId: members.above.userId });
    viewerSocket.send({ action: 'typing', recipientId: members.below.userId });

    expect(await belowSocket!.nextFrame('typing')).toMatchObject({ userId: viewer.userId });
    // The hint to `above` was sent before the hint that has arrived.
    expect(aboveSocket!.frames).toEqual([]);

    await Promise.all(sockets.map((socket) => socket.close()));
  });
});
