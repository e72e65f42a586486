// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sampleFile } from '../../../test-support/sample-data.ts';
import { usePreload } from './use-preload.ts';

let requestedUrls: string[];

beforeEach(() => {
  requestedUrls = [];
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
const renderPreload = () => renderHook(({ files }) => usePreload(files), { initialProps: { files: [fileA, fileB] } });

it('downloads the preview of each file once', () => {
  const { rerender } = renderPreload();
  expect(requestedUrls).toEqual(['/a.webp', '/b.webp']);

  rerender({ files: [fileA, fileB] });
  rerender({ files: [fileB, fileC] });
  rerender({ files: [fileA, fileB] });

  expect(requestedUrls).toEqual(['/a.webp', '/b.webp', '/c.webp']);
});

it('skips missing files, and files without a preview', () => {
  renderHook(() => usePreload([undefined, sampleFile(), sampleFile({ media: { thumbnail: '/small.webp' } })]));
  expect(requestedUrls).toEqual([]);
});

it('downloads nothing if the browser is set to save data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  renderPreload();
  expect(requestedUrls).toEqual([]);
});
