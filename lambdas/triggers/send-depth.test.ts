/** Tests of sending a member's new depth to their sockets. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FakeSockets } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { changeDepth } from '../table/change-depth.ts';
import { createProfile } from '../table/profile.ts';
import { registerSocket } from '../table/socket.ts';
import { handler } from './send-depth.ts';

let stopTable: () => Promise<void>;
let sockets: FakeSockets;

beforeAll(async () => {
  stopTable = await startTable();
  sockets = new FakeSockets();
});

afterAll(() => stopTable());

it("sends a member's depth to their sockets, in metres", async () => {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  await changeDepth({ userId, source: 'test', sourceId: '1', bytes: 0, purchasedCm: 250 });
  await registerSocket({ userId, issuedAt: 1 }, 'connection-1');

  await handler({ userId });

  expect(sockets.take('connection-1')).toEqual([{ type: 'depth', depth: 2.5 }]);
});

it('sends nothing for a member without a profile', async () => {
  await handler({ userId: randomUUID() });

  expect(sockets.frames).toEqual([]);
});
