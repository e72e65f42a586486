import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadState } from './upload-state.ts';

/** Returns the HTML of an upload's progress. */
const renderMarkup = (state: UploadState, isPausable: boolean) =>
  renderToStaticMarkup(
    <UploadProgress
      name="whale.mp4"
      state={state}
      isPausable={isPausable}
      onPause={() => {}}
      onResume={() => {}}
      onCancel={() => {}}
    />,
  );

interface Case {
  readonly name: string;
  readonly state: UploadState;
  /** Whether the upload is sent in parts, so that it can be paused. */
  readonly isPausable: boolean;
}

describe('UploadProgress', () => {
  it.each([
    { name: 'is sending the file', state: { status: 'uploading', progress: 99 }, isPausable: false },
    { name: 'is sending parts', state: { status: 'uploading', progress: 99 }, isPausable: true },
    { name: 'is paused with all parts sent', state: { status: 'paused', progress: 100 }, isPausable: true },
    {
      name: 'is waiting for a connection',
      state: { status: 'uploading', progress: 100, isOffline: true },
      isPausable: true,
    },
  ] satisfies readonly Case[])('shows the Cancel button while the upload $name', ({ state, isPausable }) => {
    expect(renderMarkup(state, isPausable)).toContain(texts.cancel);
  });

  it.each([
    { name: 'the parts are being joined', state: { status: 'uploading', progress: 100 }, isPausable: true },
    {
      name: 'all bytes of an upload in one piece are sent',
      state: { status: 'uploading', progress: 100 },
      isPausable: false,
    },
    { name: 'the upload succeeded', state: { status: 'success', progress: 100 }, isPausable: true },
  ] satisfies readonly Case[])('hides the Cancel button once $name', ({ state, isPausable }) => {
    expect(renderMarkup(state, isPausable)).not.toContain(texts.cancel);
  });
});
