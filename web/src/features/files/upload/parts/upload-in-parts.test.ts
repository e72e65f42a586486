import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../../platform/api/api-error.ts';
import type { Upload } from '../upload-file.ts';
import { percentArrived, StoppedUploads } from './stopped-uploads.ts';
import { type MultipartMeans, uploadInParts } from './upload-in-parts.ts';

const file = new File(['0123456789'], "whale's song.zip", { type: 'application/zip', lastModified: 5 });
const upload: Upload = { file, fileName: 'whale’s song.zip', description: 'Loud', userId: 'me' };
const address = { userId: 'me', fileId: 'files/me/1/x.zip', uploadId: 'u1' };
const gone = () => new ApiError(404, 'UploadNotFound', 'There is no such upload any more.');

let kept: Map<string, string>;
let stopped: StoppedUploads;

beforeEach(() => {
  kept = new Map();
  stopped = new StoppedUploads(() => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
  }));
});

function means(changes: Partial<MultipartMeans['api']> = {}) {
  const stored: number[] = [];
  const sound = {
    startMultipart: vi.fn(async () => ({ fileId: address.fileId, uploadId: address.uploadId, partSize: 4 })),
    signParts: vi.fn<MultipartMeans['api']['signParts']>(async ({ parts }) => ({
      urls: parts.map(({ partNumber }) => ({ partNumber, url: String(partNumber) })),
    })),
    listParts: vi.fn(async () => ({
      parts: stored.map((partNumber) => ({ partNumber, size: partNumber === 3 ? 2 : 4, etag: '' })),
    })),
    completeMultipart: vi.fn<MultipartMeans['api']['completeMultipart']>(async () => ({ fileId: address.fileId })),
    saveMetadata: vi.fn<MultipartMeans['api']['saveMetadata']>(async () => ({ file: {} as never, depth: 3 })),
  };
  const api = { ...sound, ...changes } as typeof sound;
  const put = vi.fn<MultipartMeans['put']>(async (url) => void stored.push(Number(url)));
  const stop = new AbortController();
  const around: MultipartMeans = {
    api,
    put,
    stopped,
    now: () => 0,
    onProgress: () => {},
    signal: stop.signal,
    isOnline: () => true,
    backOnline: async () => {},
    wait: async () => {},
    random: () => 0,
    onOffline: () => {},
  };
  return { ...around, api, put, stored, stop };
}

describe('an upload in parts', () => {
  it('is begun, sent, put together and listed, and then forgotten', async () => {
    const around = means();
    expect(await uploadInParts(upload, around)).toMatchObject({ depth: 3 });
    expect(around.stored.sort()).toEqual([1, 2, 3]);
    expect(around.api.completeMultipart.mock.calls[0]?.[0]).toEqual({ ...address, fileSize: 10 });
    expect(around.api.saveMetadata.mock.calls[0]?.[0]).toMatchObject({ fileId: address.fileId, description: 'Loud' });
    expect(kept.size).toBe(0);
  });

  it('goes on where it stopped, when the same member picks the same file', async () => {
    const around = means();
    around.put.mockImplementation(async (url, _, { signal }) => {
      if (url === '2') around.stop.abort();
      signal.throwIfAborted();
      around.stored.push(Number(url));
    });
    await expect(uploadInParts(upload, around)).rejects.toThrow();
    expect(stopped.find('somebody else', file)).toBeUndefined();
    expect(stopped.find('me', new File(['0123456789'], file.name, { lastModified: 6 }))).toBeUndefined();
    expect(percentArrived(stopped.find('me', file)!)).toBe(40);

    const later = means();
    later.stored.push(...around.stored);
    await uploadInParts({ ...upload, description: 'Louder' }, later);
    expect(later.api.startMultipart).not.toHaveBeenCalled();
    expect(later.put.mock.calls.map(([url]) => url)).toEqual(['2', '3']);
    expect(later.api.saveMetadata.mock.calls[0]?.[0]).toMatchObject({ description: 'Louder' });
  });

  it('begins anew when the store has forgotten it', async () => {
    stopped.keep({ ...recordOf(), uploadId: 'u0', fileId: 'files/me/0/x.zip' });
    const around = means();
    around.api.listParts.mockRejectedValueOnce(gone());
    around.api.completeMultipart.mockRejectedValueOnce(gone());
    await uploadInParts(upload, around);
    expect(around.api.startMultipart).toHaveBeenCalledOnce();
    expect(around.stored.sort()).toEqual([1, 2, 3]);
    expect(kept.size).toBe(0);
  });

  it('sends nothing again when it was put together, and only the answer was lost', async () => {
    stopped.keep(recordOf());
    const around = means();
    around.api.listParts.mockRejectedValueOnce(gone());
    await uploadInParts(upload, around);
    expect(around.put).not.toHaveBeenCalled();
    expect(around.api.saveMetadata).toHaveBeenCalledOnce();
  });

  it('sends again what turns out to be missing, but not for ever', async () => {
    const missing = new ApiError(409, 'PartsMissing', 'Some parts have not arrived.');
    const around = means();
    around.api.completeMultipart.mockImplementationOnce(async () => {
      around.stored.splice(around.stored.indexOf(2), 1);
      throw missing;
    });
    await uploadInParts(upload, around);
    expect(around.put.mock.calls.map(([url]) => url)).toEqual(['1', '2', '3', '2']);

    const hopeless = means({ completeMultipart: vi.fn().mockRejectedValue(missing) });
    await expect(uploadInParts(upload, hopeless)).rejects.toBe(missing);
  });

  it('has nothing to go on with once its bytes are refused', async () => {
    const refusal = new ApiError(422, 'FileTypeMismatch', 'Not a zip.');
    const around = means({ saveMetadata: vi.fn().mockRejectedValue(refusal) });
    await expect(uploadInParts(upload, around)).rejects.toBe(refusal);
    expect(kept.size).toBe(0);
  });
});

it('remembers nothing from storage that is damaged or forbidden, and works all the same', async () => {
  kept.set('fathom.uploads', '[{"userId":"me"},7,null]');
  expect(stopped.of('me')).toEqual([]);
  kept.set('fathom.uploads', '{');
  expect(stopped.of('me')).toEqual([]);
  const forbidden = new StoppedUploads(() => {
    throw new Error('SecurityError');
  });
  expect(await uploadInParts(upload, { ...means(), stopped: forbidden })).toMatchObject({ depth: 3 });
});

function recordOf() {
  const { name, size, lastModified, type } = file;
  return { ...address, partSize: 4, name, size, lastModified, type, description: '', arrivedBytes: 0 };
}
