import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeBucket, FakeSockets, fakePurgeFunction, fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { table } from '../table/client.ts';
import { createProfile, getMember, isDeleted, refuseTokensBefore } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { readConnections, registerSocket } from '../table/socket.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteBytes } from './delete-bytes.ts';

let stop: () => Promise<void>;
let bucket: FakeBucket;
let sockets: FakeSockets;
let invocations: unknown[];
const pool = fakeUserPool();
beforeAll(async () => {
  stop = await startTable();
  [bucket, sockets, invocations] = [new FakeBucket(), new FakeSockets(), fakePurgeFunction()];
});
afterEach(() => {
  vi.useRealTimers();
  bucket.beforeRequest = () => {};
  bucket.undeletable.clear();
});
afterAll(() => stop());

const always = () => true;

async function newMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  pool.set(userId, { email: 'a@fathom.example' });
  return { userId, username: userId, issuedAt: 1 };
}

/** Stores one object for each purpose, and more files. */
function storeObjects(userId: string, files = 1): void {
  for (const prefix of ['avatars', 'posts']) bucket.put(`${prefix}/${userId}/${ulid()}/a.png`, 'picture');
  for (let number = 0; number < files; number++) bucket.put(`files/${userId}/${ulid()}/${number}.txt`, 'x');
}

const keysOf = (userId: string) => [...bucket.objects.keys()].filter((key) => key.includes(userId));

describe('deleteAccount', () => {
  it('hides the account, closes its sockets, deletes sign-in and bytes, and starts the purge', async () => {
    const [ada, ben] = [await newMember(), await newMember()];
    for (const { userId } of [ada, ben]) storeObjects(userId);
    await registerSocket(ada, `socket-${ada.userId}`);

    expect(await deleteAccount(ada)).toEqual({});
    expect(isDeleted(unseal(await getMember(ada.userId)))).toBe(true);
    expect(sockets.closed.splice(0)).toEqual([`socket-${ada.userId}`]);
    expect(await readConnections(ada.userId)).toEqual([]);
    expect(pool.has(ada.userId)).toBe(false);
    expect(keysOf(ada.userId)).toEqual([]);
    expect(keysOf(ben.userId)).toHaveLength(3);
    expect(invocations.splice(0)).toEqual([{ kind: 'account', userId: ada.userId }]);
  });

  it('can be repeated with a token of the deleted account', async () => {
    const ada = await newMember();
    await deleteAccount(ada);
    const calls = await countCalls(table, () => deleteAccount(ada));
    expect(calls).toEqual({ GetItemCommand: 1, PutItemCommand: 1, QueryCommand: 1 });
  });

  it('deletes nothing with a token from before the sessions ended', async () => {
    const ada = await newMember();
    storeObjects(ada.userId);
    await refuseTokensBefore(ada.userId, 2);

    await expect(deleteAccount(ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(isDeleted(unseal(await getMember(ada.userId)))).toBe(false);
    expect(keysOf(ada.userId)).toHaveLength(3);
  });

  it('leaves bytes to the purge after five seconds', async () => {
    const ada = await newMember();
    storeObjects(ada.userId, 1001);
    vi.useFakeTimers({ toFake: ['Date'] });
    bucket.beforeRequest = (command) => {
      if (command === 'DeleteObjectsCommand') vi.setSystemTime(Date.now() + 5000);
    };
    await deleteAccount(ada);

    expect(keysOf(ada.userId)).toHaveLength(1);
  });

  it('starts the purge although bytes cannot be deleted', async () => {
    const ada = await newMember();
    storeObjects(ada.userId);
    bucket.undeletable.add('any');
    invocations.splice(0);

    await expect(deleteAccount(ada)).rejects.toThrow("S3 couldn't delete an object: InternalError");
    expect(invocations.splice(0)).toEqual([{ kind: 'account', userId: ada.userId }]);
  });
});

describe('deleteBytes', () => {
  it('deletes more than one page of objects, and nothing of other members', async () => {
    const [ada, ben] = [randomUUID(), randomUUID()];
    storeObjects(ada, 1001);
    storeObjects(ben);

    expect(await deleteBytes(ada, always)).toBe(true);
    expect(keysOf(ada)).toEqual([]);
    expect(keysOf(ben)).toHaveLength(3);
  });

  it('sends no deletion without objects', async () => {
    const requests: string[] = [];
    bucket.beforeRequest = (command) => requests.push(command);
    expect(await deleteBytes(randomUUID(), always)).toBe(true);
    expect(new Set(requests)).toEqual(new Set(['ListObjectsV2Command']));
  });

  it('stops when the time is over', async () => {
    const ada = randomUUID();
    storeObjects(ada);
    expect(await deleteBytes(ada, () => false)).toBe(false);
    expect(keysOf(ada)).toHaveLength(3);
  });
});
