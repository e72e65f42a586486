/** Tests of the field `previousId` of frames, by which a client notices that it has missed a frame. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeSockets, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { createProfile } from '../table/profile.ts';
import { registerSocket } from '../table/socket.ts';
import { sendMessage } from './send-message.ts';
import { typing } from './typing.ts';

let stopTable: () => Promise<void>;
let sockets: FakeSockets;

beforeAll(async () => {
  stopTable = await startTable();
  sockets = new FakeSockets();
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret' });
});

afterAll(() => stopTable());

/** Creates a member with an open socket, whose connection has the same ID. */
async function createMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await registerSocket({ userId, issuedAt: 1 }, userId);
  return userId;
}

const send = (senderId: string, recipientId: string, clientMessageId: string = randomUUID()) =>
  sendMessage(senderId, { action: 'sendMessage', recipientId, clientMessageId, content: 'Ahoy' });

/** Returns the frames since the last call as pairs of their type and their `previousId`: the newest message before. */
const takePreviousIds = (userId: string) =>
  sockets.take(userId).map((frame) => [frame.type, 'previousId' in frame ? frame.previousId : undefined]);

/** Sends the first message of a conversation, and takes its frames. Returns the message's ID. */
async function sendFirstMessage(senderId: string, recipientId: string): Promise<string> {
  await send(senderId, recipientId);
  sockets.take(senderId);

  const [frame] = sockets.take(recipientId);
  if (frame?.type !== 'message') throw new Error('The recipient received no message.');
  return frame.message.id;
}

it('names no message in the frames of the first message of a conversation', async () => {
  const ada = await createMember();
  const ben = await createMember();

  await send(ada, ben);

  expect(takePreviousIds(ada)).toEqual([['sent', undefined]]);
  expect(takePreviousIds(ben)).toEqual([['message', undefined]]);
});

it('names the newest message in typing hints, and in the frames of a message for both members', async () => {
  const ada = await createMember();
  const ben = await createMember();
  const firstId = await sendFirstMessage(ada, ben);

  await typing(ben, { action: 'typing', recipientId: ada });
  await send(ben, ada);

  expect(takePreviousIds(ada)).toEqual([
    ['typing', firstId],
    ['message', firstId],
  ]);
  expect(takePreviousIds(ben)).toEqual([['sent', firstId]]);
});

it('names no message in a frame that is sent again, because other messages may have followed', async () => {
  const ada = await createMember();
  const ben = await createMember();
  await sendFirstMessage(ada, ben);
  await send(ben, ada, 'second');
  sockets.take(ben);

  await send(ben, ada, 'second');

  expect(takePreviousIds(ben)).toEqual([['sent', undefined]]);
});
