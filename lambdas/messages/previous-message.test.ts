import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeSockets, fakeSecrets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { createProfile } from '../table/profile.ts';
import { registerSocket } from '../table/socket.ts';
import { sendMessage } from './send-message.ts';
import { typing } from './typing.ts';

let stop: () => Promise<void>;
let sockets: FakeSockets;
beforeAll(async () => {
  stop = await startTable();
  sockets = new FakeSockets();
  fakeSecrets({ CURSOR_SECRET_ARN: 'cursor secret' });
});
afterAll(() => stop());

/** Creates a member with an open socket, whose connection has the same ID. */
async function newMember(): Promise<string> {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await registerSocket({ userId, issuedAt: 1 }, userId);
  return userId;
}

const send = (from: string, to: string, clientMessageId: string = randomUUID()) =>
  sendMessage(from, { action: 'sendMessage', recipientId: to, clientMessageId, content: 'Ahoy' });

/** Returns the IDs that the frames since the last call name as the newest message before them. */
const takePrevious = (userId: string) =>
  sockets.take(userId).map((frame) => ('previousId' in frame ? frame.previousId : undefined));

it('frames name the newest message before them, so that clients notice lost frames', async () => {
  const [ada, ben] = [await newMember(), await newMember()];
  await send(ada, ben);
  const [first] = sockets.take(ben);
  const firstId = first?.type === 'message' ? first.message.id : '';
  expect(takePrevious(ada)).toEqual([undefined]);

  await typing(ben, { action: 'typing', recipientId: ada });
  await send(ben, ada, 'second');
  expect(takePrevious(ada)).toEqual([firstId, firstId]);
  expect(takePrevious(ben)).toEqual([firstId]);

  // Sent again: other messages may have followed it.
  await send(ben, ada, 'second');
  expect(takePrevious(ben)).toEqual([undefined]);
});
