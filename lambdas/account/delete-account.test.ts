/**
 * Tests of the deletion of an account. The request removes what gives access to the account, and as many objects as it
 * can in five seconds. A job, the purge, deletes the rest.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { FakeSockets, fakeUserPool } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { countCalls } from '../../test/support/table-calls.ts';
import { table } from '../table/client.ts';
import { createProfile, getMember, isDeleted, refuseTokensBefore } from '../table/profile.ts';
import { unseal } from '../table/sealed.ts';
import { readConnections, registerSocket } from '../table/socket.ts';
import { deleteAccount } from './delete-account.ts';
import { deleteBytes } from './delete-bytes.ts';
import { isPending } from './purge-fixture.ts';

let stopTable: () => Promise<void>;
let bucket: FakeBucket;
let sockets: FakeSockets;
const pool = fakeUserPool();

/** When the members' tokens were issued, in seconds since 1970. */
const TOKEN_ISSUED_AT = 1;

beforeAll(async () => {
  stopTable = await startTable();
  bucket = new FakeBucket();
  sockets = new FakeSockets();
});
afterEach(() => {
  vi.useRealTimers();
  bucket.beforeRequest = () => {};
  bucket.undeletableKeys.clear();
  sockets.closedConnections.length = 0;
});
afterAll(() => stopTable());

const hasTimeLeft = () => true;
const hasNoTimeLeft = () => false;

async function createMember() {
  const userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  pool.set(userId, { email: 'a@fathom.example' });

  // The pool has the user under this ID, which is also the username.
  return { userId, username: userId, issuedAt: TOKEN_ISSUED_AT };
}

/** Stores a profile picture, a post's picture, and this number of files: three objects by default. */
function storeObjects(userId: string, fileCount = 1): void {
  for (const prefix of ['avatars', 'posts']) bucket.put(`${prefix}/${userId}/${ulid()}/a.png`, 'picture');
  for (let number = 0; number < fileCount; number++) bucket.put(`files/${userId}/${ulid()}/${number}.txt`, 'x');
}

/** Returns the keys of the objects that a member has in the bucket. */
const listObjectKeys = (userId: string) => [...bucket.objects.keys()].filter((key) => key.includes(userId));

describe('deleteAccount', () => {
  it('removes everything that gives access to the account, and queues its purge', async () => {
    const ada = await createMember();
    const ben = await createMember();
    for (const { userId } of [ada, ben]) storeObjects(userId);
    await registerSocket(ada, `socket-${ada.userId}`);

    expect(await deleteAccount(ada)).toEqual({});

    expect(isDeleted(unseal(await getMember(ada.userId)))).toBe(true);
    expect(sockets.closedConnections).toEqual([`socket-${ada.userId}`]);
    expect(await readConnections(ada.userId)).toEqual([]);
    expect(pool.has(ada.userId)).toBe(false);
    expect(listObjectKeys(ada.userId)).toEqual([]);
    expect(listObjectKeys(ben.userId)).toHaveLength(3);
    expect(await isPending(ada.userId)).toBe(true);
  });

  it('succeeds again with a token of the deleted account', async () => {
    const ada = await createMember();
    await deleteAccount(ada);

    // Reads the profile, tries to hide it again, and looks for sockets.
    const calls = await countCalls(table, () => deleteAccount(ada));
    expect(calls).toEqual({ GetItemCommand: 1, PutItemCommand: 1, QueryCommand: 1 });
  });

  it('refuses a token that was issued before the sessions ended, and deletes nothing', async () => {
    const ada = await createMember();
    storeObjects(ada.userId);
    await refuseTokensBefore(ada.userId, TOKEN_ISSUED_AT + 1);

    await expect(deleteAccount(ada)).rejects.toMatchObject({ code: 'Unauthenticated' });
    expect(isDeleted(unseal(await getMember(ada.userId)))).toBe(false);
    expect(listObjectKeys(ada.userId)).toHaveLength(3);
  });

  it('stops deleting objects after five seconds, and leaves the rest to the purge', async () => {
    const ada = await createMember();
    // A request deletes at most 1,000 objects, so the last file needs a second one.
    storeObjects(ada.userId, 1001);
    vi.useFakeTimers({ toFake: ['Date'] });
    bucket.beforeRequest = (command) => {
      if (command === 'DeleteObjectsCommand') vi.setSystemTime(Date.now() + 5000);
    };

    await deleteAccount(ada);

    expect(listObjectKeys(ada.userId)).toHaveLength(1);
  });

  it('queues the purge even if objects cannot be deleted', async () => {
    const ada = await createMember();
    storeObjects(ada.userId);
    bucket.undeletableKeys.add(listObjectKeys(ada.userId)[0]!);

    await expect(deleteAccount(ada)).rejects.toThrow("S3 couldn't delete an object: InternalError");
    expect(await isPending(ada.userId)).toBe(true);
  });
});

describe('deleteBytes', () => {
  it('deletes more than one page of objects, and no object of another member', async () => {
    const ada = randomUUID();
    const ben = randomUUID();
    storeObjects(ada, 1001);
    storeObjects(ben);

    expect(await deleteBytes(ada, hasTimeLeft)).toBe(true);
    expect(listObjectKeys(ada)).toEqual([]);
    expect(listObjectKeys(ben)).toHaveLength(3);
  });

  it('sends no deletion if the member has no objects', async () => {
    const requests: string[] = [];
    bucket.beforeRequest = (command) => requests.push(command);

    expect(await deleteBytes(randomUUID(), hasTimeLeft)).toBe(true);
    expect(new Set(requests)).toEqual(new Set(['ListObjectsV2Command']));
  });

  it('deletes nothing if no time is left', async () => {
    const ada = randomUUID();
    storeObjects(ada);

    expect(await deleteBytes(ada, hasNoTimeLeft)).toBe(false);
    expect(listObjectKeys(ada)).toHaveLength(3);
  });
});
