import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadState } from './upload-state.ts';

/** Returns the HTML of an upload's progress. */
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

interface Case {
  readonly name: string;
  readonly state: UploadState;
  /** Whether the upload is sent in parts, so that it can be paused. */
  readonly pausable: boolean;
}

describe('UploadProgress', () => {
  it.each([
    { name: 'is sending the file', state: { status: 'uploading', progress: 99 }, pausable: false },
    { name: 'is sending parts', state: { status: 'uploading', progress: 99 }, pausable: true },
    { name: 'is paused with all parts sent', state: { status: 'paused', progress: 100 }, pausable: true },
    {
      name: 'is waiting for a connection',
      state: { status: 'uploading', progress: 100, offline: true },
      pausable: true,
    },
  ] satisfies readonly Case[])('shows the Cancel button while it $name', ({ state, pausable }) => {
    expect(renderMarkup(state, pausable)).toContain(texts.cancel);
  });

  it.each([
    { name: 'its parts are being joined', state: { status: 'uploading', progress: 100 }, pausable: true },
    {
      name: 'all bytes of an upload in one piece are sent',
      state: { status: 'uploading', progress: 100 },
      pausable: false,
    },
    { name: 'the upload succeeded', state: { status: 'success', progress: 100 }, pausable: true },
  ] satisfies readonly Case[])('hides the Cancel button once $name', ({ state, pausable }) => {
    expect(renderMarkup(state, pausable)).not.toContain(texts.cancel);
  });
});
