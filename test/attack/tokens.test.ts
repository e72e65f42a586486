/** Attacks with forged, altered, and misplaced tokens. Each must be rejected, and change nothing. */
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { allEndpoints, contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import { findRow, type Target } from '../acceptance/access-rows.ts';
import { sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';
import { TEXT } from '../support/sample-files.ts';
import { handshake } from '../support/socket.ts';
import { countCases } from './support/attack-counts.ts';
import { expectRejection } from './support/expected-response.ts';
import { forgeTokens } from './support/forged-tokens.ts';

const { socketUrl } = inject('target').config;

/** Every endpoint for members, with its title. */
const memberEndpoints = allEndpoints
  .filter(({ access }) => access === 'member')
  .map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

let victim: Member;
let attacker: Member;
/** The IDs of the victim's items, and of the victim. */
let victimsTarget: Target;
/** The tokens that every endpoint must reject, by description. */
let forgedTokens: Record<string, string>;
let stateBefore: unknown;

beforeAll(async () => {
  [victim, attacker] = await Promise.all([Member.register(), Member.register()]);
  const { body } = await victim.call(contract.posts.create, { content: 'Untouched' });
  const postId = body.post.id;
  const comment = await victim.call(contract.posts.addComment, { postId, text: 'Untouched' });
  const { key } = await victim.upload('untouched.txt', 'text/plain', TEXT);
  victimsTarget = {
    userId: victim.userId,
    fileId: key,
    postId,
    comment: { postId, commentId: comment.body.comment.id },
  };

  const { access, id, refresh } = victim.tokens;
  forgedTokens = { ...forgeTokens(access, id, attacker.userId), 'a refresh token': refresh };
  stateBefore = await readState();
});

/** Reads everything that a request of the victim could have changed. */
async function readState(): Promise<unknown> {
  const { account, files, posts, messages } = contract;
  const { userId } = victim;
  const responses = await Promise.all([
    victim.call(account.me, {}),
    victim.call(account.depthLog, {}),
    victim.call(posts.listOfMember, { userId }),
    victim.call(posts.listComments, { postId: victimsTarget.postId }),
    victim.call(files.listOfMember, { userId }),
    victim.call(messages.conversations, {}),
    attacker.call(account.me, {}),
  ]);

  // Presigned URLs differ in every response.
  return JSON.parse(JSON.stringify(responses.map(({ body }) => body)).replaceAll(/"url":"[^"]*"/g, '"url":""'));
}

/** Returns the request that the access matrix sends as the item's owner. */
function buildRequest(endpoint: Endpoint): { path: string; body: string | undefined } {
  return buildHttpRequest(endpoint, findRow(endpoint)!.input(victimsTarget) as never);
}

describe.each(memberEndpoints)('%s', (_, endpoint) => {
  it('rejects every forged token', async () => {
    const { path, body } = buildRequest(endpoint);
    for (const [name, token] of Object.entries(forgedTokens)) {
      countCases();
      const response = await sendRequest(endpoint.method, path, { token, body });

      expectRejection(response, [401, 403], name);
      expect(JSON.stringify(response.body), name).not.toContain(victim.email);
    }
  });

  it('reads tokens only from the Authorization header', async () => {
    const { path, body } = buildRequest(endpoint);
    const { access } = victim.tokens;
    const attempts: [name: string, path: string, headers: Record<string, string>][] = [
      ['query', `${path}${path.includes('?') ? '&' : '?'}access_token=${access}&token=${access}`, {}],
      ['cookie', path, { cookie: `token=${access}; Authorization=${access}` }],
      ['another header', path, { 'x-authorization': `Bearer ${access}`, 'x-amz-security-token': access }],
      ['another scheme', path, { authorization: `Basic ${access}` }],
      ['a password', path, { authorization: `Basic ${Buffer.from(`${victim.email}:x`).toString('base64')}` }],
    ];

    for (const [name, requestPath, headers] of attempts) {
      countCases();
      const response = await sendRequest(endpoint.method, requestPath, { body, headers });
      expectRejection(response, [401, 403], name);
    }
  });
});

describe('WebSocket handshake', () => {
  it('rejects every token and forged token as a ticket', async () => {
    const tickets = { access: victim.tokens.access, id: victim.tokens.id, ...forgedTokens, userId: victim.userId };
    for (const [name, ticket] of Object.entries(tickets)) {
      countCases();
      await expect(handshake(`${socketUrl}?ticket=${encodeURIComponent(ticket)}`), name).rejects.toThrow(/40[013]/);
    }
  });

  it('rejects the ticket of a member who has deleted their account since', async () => {
    const leaver = await Member.register();
    const { body } = await leaver.call(contract.sockets.ticket, {});
    await leaver.call(contract.account.deleteAccount, {});
    countCases();

    await expect(handshake(`${socketUrl}?ticket=${body.ticket}`)).rejects.toThrow(/40[13]/);
  });
});

it('changes nothing with forged tokens', async () => {
  expect(await readState()).toEqual(stateBefore);
});
