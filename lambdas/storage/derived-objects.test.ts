/** Tests what the searches for files and renditions find, and how many LIST requests they send. */
import { beforeEach, describe, expect, it } from 'vitest';
import { FakeBucket } from '../../test/support/fake-bucket.ts';
import { findKeysWithFile, findRenditions } from './derived-objects.ts';
import { MAX_OBJECTS_PER_REQUEST } from './object-store.ts';
import { fileStorageKey, formatStorageKey, renditionKey } from './storage-key.ts';

/** More objects than three pages have. */
const MANY = 3 * MAX_OBJECTS_PER_REQUEST + 1;

let bucket: FakeBucket;
/** The names of the commands that the bucket has received. */
let requests: string[];

beforeEach(() => {
  bucket = new FakeBucket();
  requests = [];
  bucket.beforeRequest = (command) => requests.push(command);
});

/** Returns a ULID that sorts by its number. */
const numberedUlid = (number: number) => `01${String(number).padStart(24, '0')}`;

const posterKey = (userId: string, number: number) =>
  formatStorageKey({ purpose: 'poster', userId, ulid: numberedUlid(number), fileName: 'poster.jpg' });

/** Stores files of a member with the numbers 0 to `count` - 1. */
function putFiles(userId: string, count: number): void {
  for (let number = 0; number < count; number++) bucket.put(fileStorageKey(userId, numberedUlid(number)), 'x');
}

describe('findKeysWithFile', () => {
  it('skips the files between the posters of distant members', async () => {
    putFiles('ada', 2);
    putFiles('bo', MANY);
    putFiles('cy', 1);
    const keysWithFile = [posterKey('ada', 1), posterKey('cy', 0)];
    const keysWithoutFile = [posterKey('ada', 2), posterKey('bo', MANY), posterKey('zoe', 0)];

    const foundKeys = await findKeysWithFile([...keysWithFile, ...keysWithoutFile].toSorted());

    expect([...foundKeys].toSorted()).toEqual(keysWithFile);
    // Ada's posters share a page. The page at Bo's poster reaches the end of the list.
    expect(requests).toHaveLength(2);
  });

  it('sends one request for the posters of neighbouring files', async () => {
    putFiles('ada', 200);
    const keys = Array.from({ length: 200 }, (_, number) => posterKey('ada', number));

    expect(await findKeysWithFile(keys)).toEqual(new Set(keys));
    expect(requests).toHaveLength(1);
  });

  it('sends no request without a valid key', async () => {
    expect(await findKeysWithFile(['posters/ada'])).toEqual(new Set());
    expect(requests).toEqual([]);
  });
});

describe('findRenditions', () => {
  it('finds every stored rendition of neighbouring files over several pages', async () => {
    const addresses = Array.from({ length: 750 }, (_, number) => ({ userId: 'ada', ulid: numberedUlid(number) }));
    // 1,500 renditions, which are two pages.
    const keys = addresses.flatMap((address) => [renditionKey(address, 320), renditionKey(address, 1280)]);
    const missingKey = keys[1]!;
    for (const key of keys) if (key !== missingKey) bucket.put(key, 'x');

    const storedKeys = await findRenditions(keys);

    expect(keys.filter((key) => !storedKeys.has(key))).toEqual([missingKey]);
    expect(requests).toHaveLength(2);
  });

  it('skips the renditions between distant files', async () => {
    const first = renditionKey({ userId: 'ada', ulid: numberedUlid(0) }, 320);
    const last = renditionKey({ userId: 'cy', ulid: numberedUlid(0) }, 320);
    for (const key of [first, last]) bucket.put(key, 'x');
    for (let number = 0; number < MANY; number++) {
      bucket.put(renditionKey({ userId: 'bo', ulid: numberedUlid(number) }, 320), 'x');
    }

    const storedKeys = await findRenditions([last, first]);

    expect([storedKeys.has(first), storedKeys.has(last)]).toEqual([true, true]);
    // One request for each of the two files.
    expect(requests).toHaveLength(2);
  });
});
