/** Tests of removing hidden metadata in the browser, before the upload. See docs/product.md#uploading. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ByteSource } from '../../../../../../shared/media/byte-source.ts';
import type { CleaningOptions, CleaningPlan, RemovedKind } from '../../../../../../shared/media/cleaning-plan.ts';
import { type CleaningContext, cleanFile } from './clean-file.ts';

type Planner = (source: ByteSource, contentType: string, options: CleaningOptions) => Promise<CleaningPlan>;

const { planCleaning } = vi.hoisted(() => ({ planCleaning: vi.fn<Planner>() }));
vi.mock('../../../../../../shared/media/plan-cleaning.ts', () => ({ planCleaning }));

/** A file of ten bytes. */
const picture = new File(['0123456789'], 'reef.jpg', { type: 'image/jpeg', lastModified: 7 });
/** The byte that replaces removed details. */
const HYPHEN = '-'.charCodeAt(0);

const buildContext = (changes: Partial<CleaningContext> = {}): CleaningContext => ({
  keepsCameraData: false,
  signal: new AbortController().signal,
  onProgress: () => {},
  ...changes,
});

/** Builds a plan for the picture that removes these kinds of details: it replaces bytes 3 to 7 with a hyphen. */
const buildPlan = (...kinds: RemovedKind[]): CleaningPlan => ({
  parts: [{ start: 0, end: 3 }, new Uint8Array([HYPHEN]), { start: 8, end: 10 }],
  size: 6,
  removed: new Set(kinds),
});

afterEach(() => void planCleaning.mockReset());

describe('cleanFile', () => {
  it('joins ranges of the chosen file and new bytes, and keeps its name and date', async () => {
    planCleaning.mockResolvedValue(buildPlan('location'));

    const { file } = await cleanFile(picture, buildContext());

    expect(await file.text()).toBe('012-89');
    expect([file.name, file.type, file.lastModified]).toEqual(['reef.jpg', 'image/jpeg', 7]);
  });

  it.each<[RemovedKind, RemovedKind[]]>([
    ['location', ['camera', 'personal', 'location']],
    ['personal', ['camera', 'personal']],
    ['camera', ['camera']],
  ])('reports %s as the most important of the removed kinds %j', async (expectedKind, removedKinds) => {
    planCleaning.mockResolvedValue(buildPlan(...removedKinds));

    expect((await cleanFile(picture, buildContext())).cleaning).toBe(expectedKind);
  });

  it('returns the chosen file if there is nothing to remove, or if the file cannot be cleaned', async () => {
    const wholePlan = { parts: [{ start: 0, end: 10 }], size: 10, removed: new Set<RemovedKind>() };

    planCleaning.mockResolvedValueOnce(wholePlan);
    expect(await cleanFile(picture, buildContext())).toEqual({ file: picture, cleaning: 'nothing' });

    planCleaning.mockResolvedValueOnce({ ...wholePlan, unreadable: true });
    expect(await cleanFile(picture, buildContext())).toEqual({ file: picture, cleaning: 'unreadable' });
  });

  it('returns a text file without searching it', async () => {
    const text = new File(['tide'], 'a.txt', { type: 'text/plain' });

    expect(await cleanFile(text, buildContext())).toEqual({ file: text, cleaning: 'nothing' });
    expect(planCleaning).not.toHaveBeenCalled();
  });

  // The signature is the start of the file, so that the bytes match the type.
  it.each<[name: string, type: string, signature: string]>([
    ['dive.tif', 'image/tiff', 'II*\0'],
    ['dive.dng', 'image/x-adobe-dng', 'II*\0'],
    ['dive.jxl', 'image/jxl', '\xff\x0a'],
    ['dive.svg', 'image/svg+xml', '<svg/>'],
    ['dive.webm', '', '\x1aE\xdf\xa3'],
    ['dive.avi', 'video/x-msvideo', 'RIFF'],
    ['dive.flac', 'audio/flac', 'fLaC'],
  ])('returns %s unchanged, because its format cannot be cleaned', async (name, type, signature) => {
    const file = new File([signature], name, { type });

    expect(await cleanFile(file, buildContext())).toEqual({ file, cleaning: 'unsupported' });
    expect(planCleaning).not.toHaveBeenCalled();
  });

  // The start of an `ftyp` box, and the header of an ID3v2.4 tag that is longer than the file.
  it.each([
    ['an MP4', 'video/webm', '\0\0\0\x18ftypisom', 'video/mp4'],
    ['an MP3', 'audio/wav', 'ID3\x04\0\0\0\0\x7f\x7f', 'audio/mpeg'],
  ])('cleans %s by its bytes, although the browser declares %s', async (_, declaredType, head, detectedType) => {
    planCleaning.mockResolvedValue(buildPlan('location'));
    const file = new File([head], 'dive', { type: declaredType });

    expect((await cleanFile(file, buildContext())).cleaning).toBe('location');
    expect(planCleaning).toHaveBeenCalledWith(expect.anything(), detectedType, { keepCameraData: false });
  });

  it('passes on the choice about camera data', async () => {
    planCleaning.mockResolvedValue(buildPlan());

    await cleanFile(picture, buildContext({ keepsCameraData: true }));

    expect(planCleaning).toHaveBeenCalledWith(expect.anything(), 'image/jpeg', { keepCameraData: true });
  });

  it('reports the percentage of the file that was read, only when it increases', async () => {
    planCleaning.mockImplementation(async (source) => {
      for (const end of [2, 8, 4, 10]) await source.read(0, end);
      return buildPlan('camera');
    });
    const onProgress = vi.fn();

    await cleanFile(picture, buildContext({ onProgress }));

    expect(onProgress.mock.calls).toEqual([[20], [80], [100]]);
  });

  it('stops reading when the signal is aborted', async () => {
    const stop = new AbortController();
    planCleaning.mockImplementation(async (source) => {
      stop.abort(new Error('stopped'));
      await source.read(0, 1);
      return buildPlan();
    });

    await expect(cleanFile(picture, buildContext({ signal: stop.signal }))).rejects.toThrow('stopped');
  });
});
