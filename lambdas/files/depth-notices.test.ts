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

/** Counts the depth notices for the member since the last call. */
function countNewNotices(): number {
  const notices = invokeFunction.mock.calls.filter(([name]) => name === 'send-depth');
  invokeFunction.mockClear();
  for (const [, payload] of notices) expect(Object.keys(payload)).toEqual(['userId']);
  return notices.filter(([, payload]) => 'userId' in payload && payload.userId === userId).length;
}

describe('depth notices', () => {
  it('sends one depth notice when an event records the new bytes of a file', async () => {
    const key = upload();
    await recordAndProcess(key);
    expect(countNewNotices()).toBe(1);

    await recordAndProcess(key);
    expect(countNewNotices()).toBe(0);

    bucket.put(key, 'Other bytes.', 'text/plain');
    await recordAndProcess(key);
    expect(countNewNotices()).toBe(1);
  });

  it('sends a depth notice when an event deletes a recorded file whose new bytes are rejected', async () => {
    const key = upload();
    await recordAndProcess(key);
    countNewNotices();

    bucket.put(key, '', 'text/plain');
    await expect(recordAndProcess(key)).rejects.toMatchObject({ code: 'EmptyFile' });
    expect(countNewNotices()).toBe(1);
  });

  it('sends no depth notice when a file is rejected before it is recorded', async () => {
    await expect(recordAndProcess(upload(''))).rejects.toMatchObject({ code: 'EmptyFile' });
    expect(countNewNotices()).toBe(0);
  });

  it('sends a depth notice when a malware scan deletes a file', async () => {
    const key = upload();
    await recordStoredFile(key);

    await applyScanResult({
      s3ObjectDetails: { objectKey: key, eTag: 'x' },
      scanResultDetails: { scanResultStatus: 'THREATS_FOUND' },
    });

    expect(countNewNotices()).toBe(1);
  });

  it('sends a depth notice for each file that the hourly job records or deletes', async () => {
    const newKey = upload();
    const lostKey = upload();
    await recordStoredFile(lostKey);
    bucket.objects.delete(lostKey);
    expect(countNewNotices()).toBe(0);

    const timeLeft = () => true;
    await reconcileUploads(timeLeft, { maxDebits: 1000 });
    expect(countNewNotices()).toBe(2);
    expect(bucket.objects.has(newKey)).toBe(true);
  });
});

it('records a file even if the depth notice fails', async () => {
  invokeFunction.mockRejectedValue(new Error('Lambda is down.'));
  await expect(notifyDepth({ userId })).resolves.toBeUndefined();
  await expect(recordAndProcess(upload())).resolves.toBeUndefined();
});
