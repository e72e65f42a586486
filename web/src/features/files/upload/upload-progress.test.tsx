import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { texts } from './texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import type { UploadState } from './upload-state.ts';

interface Case {
  readonly name: string;
  readonly state: UploadState;
  /** Whether the file is sent in parts. */
  readonly isMultipart: boolean;
}

/** Returns the HTML of an upload's progress. */
const renderMarkup = ({ state, isMultipart }: Pick<Case, 'state' | 'isMultipart'>) =>
  renderToStaticMarkup(
    <UploadProgress
      name="whale.mp4"
      state={state}
      isMultipart={isMultipart}
      onPause={() => {}}
      onResume={() => {}}
      onCancel={() => {}}
    />,
  );

describe('UploadProgress', () => {
  it.each([
    { name: 'is sending the file', state: { status: 'uploading', progress: 99 }, isMultipart: false },
    { name: 'is sending parts', state: { status: 'uploading', progress: 99 }, isMultipart: true },
    { name: 'is paused with all parts sent', state: { status: 'paused', progress: 100 }, isMultipart: true },
    {
      name: 'is waiting for a connection',
      state: { status: 'uploading', progress: 100, isOffline: true },
      isMultipart: true,
    },
  ] satisfies readonly Case[])('shows the Cancel button while the upload $name', ({ state, isMultipart }) => {
    expect(renderMarkup({ state, isMultipart })).toContain(texts.cancel);
  });

  it.each([
    { name: 'the parts are being joined', state: { status: 'uploading', progress: 100 }, isMultipart: true },
    {
      name: 'all bytes of an upload in one piece are sent',
      state: { status: 'uploading', progress: 100 },
      isMultipart: false,
    },
    { name: 'the upload succeeded', state: { status: 'success', progress: 100 }, isMultipart: true },
  ] satisfies readonly Case[])('hides the Cancel button once $name', ({ state, isMultipart }) => {
    expect(renderMarkup({ state, isMultipart })).not.toContain(texts.cancel);
  });
});
