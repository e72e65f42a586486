import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ByteSource } from '../../../../../../shared/media/byte-source.ts';
import type { CleaningOptions, CleaningPlan, RemovedKind } from '../../../../../../shared/media/cleaning-plan.ts';
import { type CleaningContext, cleanFile } from './clean-file.ts';

type Planner = (source: ByteSource, contentType: string, options: CleaningOptions) => Promise<CleaningPlan>;

const { planCleaning } = vi.hoisted(() => ({ planCleaning: vi.fn<Planner>() }));
vi.mock('../../../../../../shared/media/plan-cleaning.ts', () => ({ planCleaning }));

const picture = new File(['0123456789'], 'reef.jpg', { type: 'image/jpeg', lastModified: 7 });
const context = (changes: Partial<CleaningContext> = {}): CleaningContext => ({
  keepsCameraData: false,
  signal: new AbortController().signal,
  onProgress: () => {},
  ...changes,
});
const planWithout = (...kinds: RemovedKind[]): CleaningPlan => ({
  parts: [{ start: 0, end: 3 }, new Uint8Array([45]), { start: 8, end: 10 }],
  size: 6,
  removed: new Set(kinds),
});

afterEach(() => void planCleaning.mockReset());

describe('cleanFile', () => {
  it('joins ranges of the chosen file and new bytes, under its name and date', async () => {
    planCleaning.mockResolvedValue(planWithout('location'));
    const { file } = await cleanFile(picture, context());
    expect(await file.text()).toBe('012-89');
    expect([file.name, file.type, file.lastModified]).toEqual(['reef.jpg', 'image/jpeg', 7]);
  });

  it.each<[RemovedKind, RemovedKind[]]>([
    ['location', ['camera', 'personal', 'location']],
    ['personal', ['camera', 'personal']],
    ['camera', ['camera']],
  ])('names %s if it removed %j', async (expectedKind, removedKinds) => {
    planCleaning.mockResolvedValue(planWithout(...removedKinds));
    expect((await cleanFile(picture, context())).cleaning).toBe(expectedKind);
  });

  it('returns the chosen file if it has nothing to remove, cannot be read, or is of another type', async () => {
    const whole = { parts: [{ start: 0, end: 10 }], size: 10, removed: new Set<RemovedKind>() };
    planCleaning.mockResolvedValueOnce(whole).mockResolvedValueOnce({ ...whole, unreadable: true });
    expect(await cleanFile(picture, context())).toEqual({ file: picture, cleaning: 'nothing' });
    expect(await cleanFile(picture, context())).toEqual({ file: picture, cleaning: 'unreadable' });

    const text = new File(['tide'], 'a.txt', { type: 'text/plain' });
    expect(await cleanFile(text, context())).toEqual({ file: text, cleaning: 'nothing' });
    expect(planCleaning).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['dive.tif', 'image/tiff', 'II*\0'],
    ['dive.dng', 'image/x-adobe-dng', 'II*\0'],
    ['dive.jxl', 'image/jxl', '\xff\x0a'],
    ['dive.svg', 'image/svg+xml', '<svg/>'],
    ['dive.webm', '', '\x1aE\xdf\xa3'],
    ['dive.avi', 'video/x-msvideo', 'RIFF'],
    ['dive.flac', 'audio/flac', 'fLaC'],
  ])('returns %s unchanged as unsupported', async (name, type, start) => {
    const file = new File([start], name, { type });
    expect(await cleanFile(file, context())).toEqual({ file, cleaning: 'unsupported' });
    expect(planCleaning).not.toHaveBeenCalled();
  });

  it.each([
    ['an MP4', 'video/webm', '\0\0\0\x18ftypisom', 'video/mp4'],
    ['an MP3', 'audio/wav', 'ID3\x04\0\0\0\0\x7f\x7f', 'audio/mpeg'],
  ])('removes the location of %s that the browser calls %s', async (_, type, start, searchedAs) => {
    planCleaning.mockResolvedValue(planWithout('location'));
    const file = new File([start], 'dive', { type });

    expect((await cleanFile(file, context())).cleaning).toBe('location');

    expect(planCleaning.mock.calls[0]?.[1]).toBe(searchedAs);
  });

  it('passes the choice on, and reports how far the file is read, never backwards', async () => {
    planCleaning.mockImplementation(async (source) => {
      for (const end of [2, 8, 4, 10]) await source.read(0, end);
      return planWithout('camera');
    });

    const onProgress = vi.fn();
    await cleanFile(picture, context({ keepsCameraData: true, onProgress }));

    expect(planCleaning.mock.calls[0]?.slice(1)).toEqual(['image/jpeg', { keepCameraData: true }]);
    expect(onProgress.mock.calls).toEqual([[20], [80], [100]]);
  });

  it('stops reading when it is aborted', async () => {
    const stop = new AbortController();
    planCleaning.mockImplementation(async (source) => {
      stop.abort(new Error('stopped'));
      await source.read(0, 1);
      return planWithout();
    });

    await expect(cleanFile(picture, context({ signal: stop.signal }))).rejects.toThrow('stopped');
  });
});
