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

/** Returns the `previousId` of each frame since the last call: the newest message before the frame. */
const takePreviousIds = (userId: string) =>
  sockets.take(userId).map((frame) => ('previousId' in frame ? frame.previousId : undefined));

it('names the newest message before each frame, so that clients notice lost frames', async () => {
  const ada = await createMember();
  const ben = await createMember();

  await send(ada, ben);
  const [firstFrame] = sockets.take(ben);
  const firstId = firstFrame?.type === 'message' ? firstFrame.message.id : '';
  expect(takePreviousIds(ada)).toEqual([undefined]);

  await typing(ben, { action: 'typing', recipientId: ada });
  await send(ben, ada, 'second');
  expect(takePreviousIds(ada)).toEqual([firstId, firstId]);
  expect(takePreviousIds(ben)).toEqual([firstId]);

  // A frame that is sent again names no message, because other messages may have followed.
  await send(ben, ada, 'second');
  expect(takePreviousIds(ben)).toEqual([undefined]);
});
