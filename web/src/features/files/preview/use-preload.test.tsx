// @vitest-environment happy-dom
/** Tests of downloading the previews of neighbouring files ahead. */
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { usePreload } from './use-preload.ts';

/** The URLs of the images that the hook has requested, in order. */
let requestedUrls: string[];

beforeEach(() => {
  requestedUrls = [];
  // The test environment loads no images, so this image only records its URL.
  vi.stubGlobal(
    'Image',
    class {
      set src(url: string) {
        requestedUrls.push(url);
      }
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const buildFile = (name: string) => sampleFile({ key: name, media: { preview: `/${name}.webp` } });
const fileA = buildFile('a');
const fileB = buildFile('b');
const fileC = buildFile('c');

/** Renders the hook with the files A and B. */
const renderPreload = () => renderHook(({ files }) => usePreload(files), { initialProps: { files: [fileA, fileB] } });

it('usePreload downloads the preview of each file once', () => {
  const { rerender } = renderPreload();
  expect(requestedUrls).toEqual(['/a.webp', '/b.webp']);

  rerender({ files: [fileA, fileB] });
  rerender({ files: [fileB, fileC] });
  rerender({ files: [fileA, fileB] });

  expect(requestedUrls).toEqual(['/a.webp', '/b.webp', '/c.webp']);
});

it('usePreload skips missing files, and files without a preview', () => {
  const fileWithoutMedia = sampleFile();
  const fileWithoutPreview = sampleFile({ media: { thumbnail: '/small.webp' } });

  renderHook(() => usePreload([undefined, fileWithoutMedia, fileWithoutPreview]));

  expect(requestedUrls).toEqual([]);
});

it('usePreload downloads nothing if the browser is set to save data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });

  renderPreload();

  expect(requestedUrls).toEqual([]);
});
