import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { type ServerFrame, serverFrame } from '../../../shared/contract/socket.ts';
import { assemblyOf } from '../../../test/support/assemblies.ts';
import { Member, speakTo } from '../../../test/support/member.ts';
import { type LocalCloud, startLocalCloud } from '../cloud.ts';
import { refusal, TestClient } from './fixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-sockets-'));
let cloud: LocalCloud;
let ann: Member;
let bob: Member;

beforeAll(async () => {
  cloud = await startLocalCloud({ port: 0, directory, web: false, seed: false, assembly: await assemblyOf() });
  speakTo({ config: cloud.config, confirmByAdmin: false, lacks: {} });
  [ann, bob] = await Promise.all([Member.register(), Member.register()]);
}, 60_000);
afterAll(async () => {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
});

async function addressFor(member: Member): Promise<string> {
  const { body } = await member.call(contract.messages.ticket, {});
  return `${cloud.config.socketUrl}?ticket=${body.ticket}`;
}

/** Long enough for a function's first start, on a machine that has much to do. */
const eventually = <T>(read: () => T) => expect.poll(read, { timeout: 20_000 });
const open = async (member: Member) => TestClient.open(await addressFor(member));
const frames = ({ received }: TestClient): ServerFrame[] => received.map((text) => serverFrame.parse(JSON.parse(text)));

describe("the app's own WebSocket API", () => {
  it('is where the configuration says, beside the site', () => {
    expect(cloud.config.socketUrl).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/live$/);
  });

  it('answers a ping', async () => {
    const client = await open(ann);
    client.send({ action: 'ping' });
    await eventually(() => frames(client)).toEqual([{ type: 'pong' }]);
  });

  it('carries a message to every socket of both', async () => {
    const sockets = await Promise.all([open(ann), open(ann), open(bob)]);
    const clientMessageId = 'first-message';
    sockets[0]!.send({ action: 'sendMessage', clientMessageId, recipientId: bob.userId, content: 'Hello 🐙' });
    const message = { clientMessageId, sender: ann.userId, recipient: bob.userId, content: 'Hello 🐙' };
    await eventually(() => sockets.map(frames)).toMatchObject([
      [{ type: 'sent', message }],
      [{ type: 'sent', message }],
      [{ type: 'message', message }],
    ]);
  });

  it('tells what is no action', async () => {
    const client = await open(ann);
    client.send('no JSON');
    client.send({ action: '$connect' });
    await eventually(() => frames(client)).toMatchObject(Array(2).fill({ type: 'error', code: 'InvalidInput' }));
  });

  it('opens to a ticket once, and to nothing else', async () => {
    const address = await addressFor(ann);
    await TestClient.open(address);
    expect((await refusal(address)).status).toBe(401);
    expect((await refusal(cloud.config.socketUrl)).status).toBe(401);
    expect((await refusal(`${cloud.config.socketUrl}?ticket=guessed`)).status).toBe(401);
  });

  it('forgets a socket that was cut: at once, or when the next frame does not reach it', async () => {
    const sender = await open(ann);
    const send = (clientMessageId: string) =>
      sender.send({ action: 'sendMessage', clientMessageId, recipientId: bob.userId, content: clientMessageId });
    cloud.sockets.cut(({ query }) => query.ticket?.[0] !== new URL(sender.socket.url).searchParams.get('ticket'));
    await eventually(() => cloud.sockets.open).toBe(1);
    const lost = await open(bob);
    cloud.faults.dropDisconnects = true;
    expect(cloud.sockets.cut(({ query }) => lost.socket.url.endsWith(query.ticket?.[0] ?? '-'))).toBe(1);
    await eventually(() => cloud.sockets.open).toBe(1);
    cloud.faults.dropDisconnects = false;
    const back = await open(bob);
    send('second-message');
    await eventually(() => frames(back)).toMatchObject([{ type: 'message', message: { content: 'second-message' } }]);
    expect(lost.received).toEqual([]);
    // Nothing failed on the way: a frame that could not be sent would have been logged.
    expect(cloud.functions.logLines('messages-socket-send-message').join('\n')).not.toContain('not sent');
  });
});
