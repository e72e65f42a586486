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

const [a, b, c] = ['a', 'b', 'c'].map((name) => sampleFile({ key: name, media: { preview: `/${name}.webp` } }));
const renderPreload = () => renderHook(({ files }) => usePreload(files), { initialProps: { files: [a, b] } });

it('downloads the preview of each file once', () => {
  const { rerender } = renderPreload();
  expect(requestedUrls).toEqual(['/a.webp', '/b.webp']);

  rerender({ files: [a, b] });
  rerender({ files: [b, c] });
  rerender({ files: [a, b] });

  expect(requestedUrls).toEqual(['/a.webp', '/b.webp', '/c.webp']);
});

it('skips missing files, and files without a preview', () => {
  renderHook(() => usePreload([undefined, sampleFile(), sampleFile({ media: { thumbnail: '/small.webp' } })]));
  expect(requestedUrls).toEqual([]);
});

it('downloads nothing if the browser saves data', () => {
  vi.stubGlobal('navigator', { connection: { saveData: true } });
  renderPreload();
  expect(requestedUrls).toEqual([]);
});
