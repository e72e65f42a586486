/**
 * Tests of failures of the hourly job that compares the bucket with the table and records files whose event was lost.
 */
import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { Throttled } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { FileTypeMismatch } from '../storage/errors.ts';
import { reconcileUploads } from './reconcile-uploads.ts';

/** Fakes of the bucket, which holds only files with these keys, and of the recording of a file. */
const stubs = vi.hoisted(() => ({
  keys: [] as string[],
  recordAndProcess: vi.fn(async (_key: string) => {}),
}));

vi.mock('../storage/object-store.ts', () => ({
  listObjects: async (purpose: string) => ({
    objects: purpose === 'file' ? stubs.keys.map((key) => ({ key, etag: '' })) : [],
    next: undefined,
  }),
  findObject: async () => undefined,
  MAX_OBJECTS_PER_REQUEST: 1000,
}));
vi.mock('./record-and-process.ts', () => ({
  recordAndProcess: stubs.recordAndProcess,
  needsProcessing: () => false,
}));

let stopTable: () => Promise<void>;

beforeAll(async () => {
  stopTable = await startTable();
});

beforeEach(() => {
  stubs.keys = ['a', 'b', 'c'].map((name) => `files/${randomUUID()}/${ulid()}/${name}.png`);
});

afterEach(() => void vi.restoreAllMocks());

afterAll(() => stopTable());

/** Makes the recording of the second object fail. Returns an array that collects the keys of the recorded objects. */
function failSecondRecording(error: Error): string[] {
  const recordedKeys: string[] = [];
  stubs.recordAndProcess.mockImplementation(async (key) => {
    if (key === stubs.keys[1]) throw error;
    recordedKeys.push(key);
  });
  return recordedKeys;
}

/** Makes every recording succeed. Returns an array that collects the keys of the recorded objects. */
function failNoRecording(): string[] {
  const recordedKeys: string[] = [];
  stubs.recordAndProcess.mockImplementation(async (key) => void recordedKeys.push(key));
  return recordedKeys;
}

/** Gives the job time for all pages. */
const timeLeft = () => true;

/** The result of a complete run that does nothing. */
const NOTHING_DONE = {
  recorded: 0,
  removed: 0,
  started: 0,
  unexplained: 0,
  failed: 0,
  refused: false,
  finished: true,
};

describe('reconcileUploads', () => {
  it.each([
    ['is throttled', new Throttled()],
    ['fails because a service is down', Object.assign(new Error('down'), { $metadata: { httpStatusCode: 500 } })],
  ])('throws if an object %s, and the next run processes the same page', async (_, error) => {
    failSecondRecording(error);
    await expect(reconcileUploads(timeLeft)).rejects.toBe(error);

    const recordedKeys = failNoRecording();
    expect(await reconcileUploads(timeLeft)).toEqual({ ...NOTHING_DONE, recorded: 3 });
    expect(recordedKeys).toEqual(stubs.keys);
  });

  it('logs an object that fails with a final error, and records the other objects', async () => {
    const log = vi.spyOn(logger, 'error').mockReturnValue();
    const recordedKeys = failSecondRecording(new TypeError('broken'));

    expect(await reconcileUploads(timeLeft)).toEqual({ ...NOTHING_DONE, recorded: 2, failed: 1 });
    expect(recordedKeys).toEqual([stubs.keys[0], stubs.keys[2]]);
    expect(log).toHaveBeenCalledOnce();
    // File names are members' texts.
    expect(JSON.stringify(log.mock.calls)).not.toContain('b.png');
  });

  it('does not count a rejected object as failed', async () => {
    const warn = vi.spyOn(logger, 'warn').mockReturnValue();
    failSecondRecording(new FileTypeMismatch('image/png', undefined));

    expect(await reconcileUploads(timeLeft)).toMatchObject({ recorded: 2, failed: 0, finished: true });
    expect(warn).toHaveBeenCalledExactlyOnceWith('Stored file rejected', { code: 'FileTypeMismatch' });
  });
});
