/** Tests of the product's sockets in a running local cloud, from a ticket to a message. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { type ServerFrame, serverFrameSchema } from '../../../shared/contract/socket-frames.ts';
import { getAssembly } from '../../../test/support/assemblies.ts';
import { setTarget } from '../../../test/support/current-target.ts';
import { Member } from '../../../test/support/member.ts';
import { type LocalCloud, startLocalCloud } from '../cloud.ts';
import { getRejection, TestClient } from './fixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-sockets-'));
let cloud: LocalCloud;
let sender: Member;
let recipient: Member;

beforeAll(async () => {
  cloud = await startLocalCloud({ port: 0, directory, web: false, seed: false, assembly: await getAssembly() });
  setTarget({ config: cloud.config, confirmByAdmin: false, unsupported: {} });
  [sender, recipient] = await Promise.all([Member.register(), Member.register()]);
});
afterAll(async () => {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Returns a URL with a new ticket, which opens one socket of the member. */
async function createSocketUrl(member: Member): Promise<string> {
  const { body } = await member.call(contract.sockets.ticket, {});
  return `${cloud.config.socketUrl}?ticket=${body.ticket}`;
}

const openSocket = async (member: Member) => TestClient.open(await createSocketUrl(member));

/** Opens a socket, and cuts every other socket. */
async function openOnlySocket(member: Member): Promise<TestClient> {
  const client = await openSocket(member);
  const ticket = new URL(client.socket.url).searchParams.get('ticket');
  cloud.sockets.cut(({ query }) => query.ticket?.[0] !== ticket);
  return client;
}

const parseFrames = ({ receivedFrames }: TestClient): ServerFrame[] =>
  receivedFrames.map((text) => serverFrameSchema.parse(JSON.parse(text)));

describe("the app's WebSocket API", () => {
  it('publishes its URL in the configuration', () => {
    expect(cloud.config.socketUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/live$/);
  });

  it('responds to a ping', async () => {
    const client = await openSocket(sender);
    client.send({ action: 'ping' });
    await expect.poll(() => parseFrames(client)).toEqual([{ type: 'pong' }]);
  });

  it('sends a message to every socket of sender and recipient', async () => {
    const sockets = await Promise.all([openSocket(sender), openSocket(sender), openSocket(recipient)]);
    const clientMessageId = 'first-message';
    sockets[0]!.send({ action: 'sendMessage', clientMessageId, recipientId: recipient.userId, content: 'Hello 🐙' });
    const message = { clientMessageId, sender: sender.userId, recipient: recipient.userId, content: 'Hello 🐙' };

    await expect
      .poll(() => sockets.map(parseFrames))
      .toMatchObject([[{ type: 'sent', message }], [{ type: 'sent', message }], [{ type: 'message', message }]]);
  });

  it('returns InvalidInput for unknown actions', async () => {
    const client = await openSocket(sender);
    client.send('no JSON');
    client.send({ action: '$connect' });
    await expect.poll(() => parseFrames(client)).toMatchObject(Array(2).fill({ type: 'error', code: 'InvalidInput' }));
  });

  it('accepts a ticket once and rejects other connections', async () => {
    const socketUrl = await createSocketUrl(sender);
    await TestClient.open(socketUrl);
    expect((await getRejection(socketUrl)).status).toBe(401);
    expect((await getRejection(cloud.config.socketUrl)).status).toBe(401);
    expect((await getRejection(`${cloud.config.socketUrl}?ticket=guessed`)).status).toBe(401);
  });

  it('removes a cut socket immediately', async () => {
    await openSocket(recipient);
    await openOnlySocket(sender);

    await expect.poll(() => cloud.sockets.openCount).toBe(1);
  });

  it('removes a socket that is lost without $disconnect when the next frame fails', async () => {
    const senderSocket = await openOnlySocket(sender);
    await expect.poll(() => cloud.sockets.openCount).toBe(1);

    // Without $disconnect, the lost socket stays registered until a frame to this socket fails.
    const lostSocket = await openSocket(recipient);
    cloud.faults.dropDisconnects = true;
    expect(cloud.sockets.cut(({ query }) => lostSocket.socket.url.endsWith(query.ticket?.[0] ?? '-'))).toBe(1);
    await expect.poll(() => cloud.sockets.openCount).toBe(1);

    cloud.faults.dropDisconnects = false;
    const newSocket = await openSocket(recipient);
    const content = 'second-message';
    senderSocket.send({ action: 'sendMessage', clientMessageId: content, recipientId: recipient.userId, content });

    await expect.poll(() => parseFrames(newSocket)).toMatchObject([{ type: 'message', message: { content } }]);
    expect(lostSocket.receivedFrames).toEqual([]);
    // A frame that could not be sent would be logged as an error.
    expect(cloud.functions.getLogLines('sockets-send-message').join('\n')).not.toContain('not sent');
  });
});
