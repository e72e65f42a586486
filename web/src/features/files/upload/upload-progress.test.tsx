import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadState } from './upload-state.ts';

const renderMarkup = (state: UploadState, pausable: boolean) =>
  renderToStaticMarkup(
    <UploadProgress
      name="whale.mp4"
      state={state}
      pausable={pausable}
      onPause={() => {}}
      onResume={() => {}}
      onCancel={() => {}}
    />,
  );

describe('UploadProgress', () => {
  it.each([
    ['is sending the file', { status: 'uploading', progress: 99 }, false],
    ['is sending parts', { status: 'uploading', progress: 99 }, true],
    ['is paused with all parts sent', { status: 'paused', progress: 100 }, true],
    ['is waiting for a connection', { status: 'uploading', progress: 100, offline: true }, true],
  ] satisfies readonly [string, UploadState, boolean][])(
    'shows the Cancel button while it %s',
    (_, state, pausable) => {
      expect(renderMarkup(state, pausable)).toContain(texts.cancel);
    },
  );

  it.each([
    ['its parts are being joined', { status: 'uploading', progress: 100 }, true],
    ['all bytes are sent', { status: 'uploading', progress: 100 }, false],
    ['the upload succeeded', { status: 'success', progress: 100 }, true],
  ] satisfies readonly [string, UploadState, boolean][])('hides the Cancel button once %s', (_, state, pausable) => {
    expect(renderMarkup(state, pausable)).not.toContain(texts.cancel);
  });
});
