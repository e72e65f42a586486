import { randomUUID } from 'node:crypto';
import { ulid } from 'ulid';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { FakeBucket } from '../../test/support/fake-clients.ts';
import { startTable } from '../../test/support/table.ts';
import { notifyDepth } from '../platform/depth-notice.ts';
import { clearJobProgress } from '../table/job-progress.ts';
import { createProfile } from '../table/profile.ts';
import { applyScanResult } from './apply-scan-result.ts';
import { reconcileUploads } from './reconcile-uploads.ts';
import { recordAndProcess } from './record-and-process.ts';
import { recordStoredFile } from './record-stored-file.ts';

const invokeFunction = vi.hoisted(() => vi.fn<(name: string, payload: object) => Promise<void>>(async () => {}));
vi.mock('../platform/invoke-function.ts', () => ({ invokeFunction }));

let stop: () => Promise<void>;
let bucket: FakeBucket;
let userId: string;

beforeAll(async () => {
  vi.stubEnv('DEPTH_FUNCTION_NAME', 'send-depth');
  vi.stubEnv('MEDIA_FUNCTION_NAME', 'process-media');
  stop = await startTable();
  bucket = new FakeBucket();
});
beforeEach(async () => {
  await clearJobProgress('reconcile-uploads');
  bucket.objects.clear();
  userId = randomUUID();
  await createProfile({ userId, email: 'a@fathom.example', username: 'Ada' });
  invokeFunction.mockClear().mockImplementation(async () => {});
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await stop();
});

function upload(text: string = randomUUID(), type = 'text/plain'): string {
  const key = `files/${userId}/${ulid()}/a.txt`;
  bucket.put(key, text, type);
  return key;
}

/** Returns the notices of the member's depth since the last call. */
function takeNotices(): number {
  const notices = invokeFunction.mock.calls.filter(([name]) => name === 'send-depth');
  invokeFunction.mockClear();
  for (const [, payload] of notices) expect(Object.keys(payload)).toEqual(['userId']);
  return notices.filter(([, payload]) => 'userId' in payload && payload.userId === userId).length;
}

describe('depth notices', () => {
  it('sends a depth notice when an event records a file, or the bytes that replaced it, and not when they are recorded already', async () => {
    const key = upload();
    await recordAndProcess(key);
    expect(takeNotices()).toBe(1);

    await recordAndProcess(key);
    expect(takeNotices()).toBe(0);

    bucket.put(key, 'Other bytes.', 'text/plain');
    await recordAndProcess(key);
    expect(takeNotices()).toBe(1);
  });

  it('sends a depth notice when an event deletes a recorded file whose new bytes are rejected', async () => {
    const key = upload();
    await recordAndProcess(key);
    takeNotices();
    bucket.put(key, '', 'text/plain');

    await expect(recordAndProcess(key)).rejects.toMatchObject({ code: 'EmptyFile' });
    expect(takeNotices()).toBe(1);
  });

  it('sends none when a file is rejected that was never recorded', async () => {
    await expect(recordAndProcess(upload(''))).rejects.toMatchObject({ code: 'EmptyFile' });
    expect(takeNotices()).toBe(0);
  });

  it('sends a depth notice when a malware scan deletes a file', async () => {
    const key = upload();
    await recordStoredFile(key);
    await applyScanResult({
      s3ObjectDetails: { objectKey: key, eTag: 'x' },
      scanResultDetails: { scanResultStatus: 'THREATS_FOUND' },
    });

    expect(takeNotices()).toBe(1);
  });

  it('sends a depth notice when the hourly job records a file, or deletes one whose object is missing', async () => {
    const [keptKey, lostKey] = [upload(), upload()];
    await recordStoredFile(lostKey);
    expect(takeNotices()).toBe(0);

    bucket.objects.delete(lostKey);
    await reconcileUploads(() => true, { maxDebits: 1000 });
    expect(takeNotices()).toBe(2);
    expect(bucket.objects.has(keptKey)).toBe(true);
  });
});

it('a failed notice fails nothing', async () => {
  invokeFunction.mockRejectedValue(new Error('Lambda is down.'));
  await expect(notifyDepth({ userId })).resolves.toBeUndefined();
  await expect(recordAndProcess(upload())).resolves.toBeUndefined();
});
