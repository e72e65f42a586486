import { randomUUID } from 'node:crypto';
import { incrementBase32, ulid } from 'ulid';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';

let stop: () => Promise<void>;
let inbox: typeof import('./inbox.ts');
let transact: typeof import('./transaction.ts').transact;
let table: typeof import('./client.ts').table;

beforeAll(async () => {
  stop = await startTable();
  // These modules read the table's name when they load, so load them after the table has started.
  [inbox, { transact }, { table }] = await Promise.all([
    import('./inbox.ts'),
    import('./transaction.ts'),
    import('./client.ts'),
  ]);
});
afterAll(() => stop());

/** Stores a message from the writer in the reader's inbox row. `before` is the row's last message ID as it was read. */
async function receive(reader: string, writer: string, id: string, before: string | undefined): Promise<void> {
  const message = {
    messageId: id,
    clientMessageId: id,
    conversation: '',
    sender: writer,
    recipient: reader,
    content: 'Ahoy',
    timestamp: new Date().toISOString(),
  };
  await transact(() => [inbox.buildInboxUpdate({ userId: reader, otherId: writer }, message, before)]);
}

/** Runs a function once, right before the next UpdateItem request. */
function beforeNextUpdate(run: () => Promise<void>): void {
  const name = 'beforeNextUpdate';
  table.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName === 'UpdateItemCommand') {
        table.middlewareStack.remove(name);
        await run();
      }
      return next(args);
    },
    { step: 'initialize', name },
  );
}

it('keeps a message unread that is stored between the read and the write of the watermark', async () => {
  const reader = randomUUID();
  const writer = randomUUID();
  const firstId = ulid();
  const secondId = incrementBase32(firstId);
  await receive(reader, writer, firstId, undefined);
  let interruptions = 0;
  beforeNextUpdate(async () => {
    interruptions += 1;
    await receive(reader, writer, secondId, firstId);
  });

  expect(await inbox.moveWatermark(reader, writer, firstId)).toMatchObject({ outcome: 'moved' });

  expect(interruptions).toBe(1);
  expect(await inbox.getInboxRow(reader, writer)).toMatchObject({ readUpTo: firstId, unreadCount: 1 });
});

it('ignores a watermark that is not after the stored one, while newer messages are unread', async () => {
  const reader = randomUUID();
  const writer = randomUUID();
  const ids: string[] = [];
  for (let id = ulid(); ids.length < 3; id = incrementBase32(id)) {
    await receive(reader, writer, id, ids.at(-1));
    ids.push(id);
  }
  const [firstId, secondId, thirdId] = ids as [string, string, string];

  expect(await inbox.moveWatermark(reader, writer, secondId)).toMatchObject({ outcome: 'moved' });
  for (const messageId of [firstId, secondId]) {
    expect(await inbox.moveWatermark(reader, writer, messageId)).toMatchObject({ outcome: 'unmoved' });
  }
  expect(await inbox.getInboxRow(reader, writer)).toMatchObject({ readUpTo: secondId, unreadCount: 1 });

  expect(await inbox.moveWatermark(reader, writer, thirdId)).toMatchObject({ outcome: 'moved' });
  expect(await inbox.getInboxRow(reader, writer)).toMatchObject({ readUpTo: thirdId, unreadCount: 0 });
});

it('reports a watermark as moved if the response to its write was lost', async () => {
  const reader = randomUUID();
  const writer = randomUUID();
  const id = ulid();
  await receive(reader, writer, id, undefined);
  const name = 'loseResponse';
  // This step is inside the client's retries, so the second attempt fails on the condition.
  table.middlewareStack.add(
    (next, context) => async (args) => {
      const response = await next(args);
      if (context.commandName !== 'UpdateItemCommand') return response;
      table.middlewareStack.remove(name);
      throw Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
    },
    { step: 'finalizeRequest', priority: 'low', name },
  );

  expect(await inbox.moveWatermark(reader, writer, id)).toMatchObject({ outcome: 'moved' });
  expect(await inbox.moveWatermark(reader, writer, id)).toMatchObject({ outcome: 'unmoved' });
});
