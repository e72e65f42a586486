import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { texts } from '../texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadState } from './upload-state.ts';

const shown = (state: UploadState, pausable: boolean) =>
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

it.each([
  ['is on its way', { status: 'uploading', progress: 99 }, false],
  ['is on its way in parts', { status: 'uploading', progress: 99 }, true],
  ['rests before its parts are joined', { status: 'paused', progress: 100 }, true],
  ['waits for a connection', { status: 'uploading', progress: 100, offline: true }, true],
] satisfies readonly [string, UploadState, boolean][])('can be cancelled while it %s', (_, state, pausable) => {
  expect(shown(state, pausable)).toContain(texts.cancel);
});

it.each([
  ['its parts are being joined', { status: 'uploading', progress: 100 }, true],
  ['all of it has been sent', { status: 'uploading', progress: 100 }, false],
  ['it is in the ocean', { status: 'success', progress: 100 }, true],
] satisfies readonly [string, UploadState, boolean][])('cannot be cancelled any more once %s', (_, state, pausable) => {
  expect(shown(state, pausable)).not.toContain(texts.cancel);
});
