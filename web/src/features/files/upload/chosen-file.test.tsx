// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChosenFile } from './chosen-file.tsx';
import type { CleaningResult } from './prepare/clean-file.ts';
import type { QueuedFile } from './queue/queue-state.ts';
import { IDLE } from './upload-state.ts';

// No limit is near, so nothing shows.
vi.mock('../../../design/remaining-allowance.tsx', () => ({ default: () => null }));

afterEach(cleanup);

const file = new File(['tide'], 'reef.jpg', { type: 'image/jpeg' });
const UNSEARCHED: QueuedFile = {
  id: 1,
  file,
  details: { fileName: file.name, description: '', altText: '' },
  searched: 0,
  copy: { status: 'done', held: false },
  state: IDLE,
};

const formOf = (cleaning?: CleaningResult) => (
  <ChosenFile
    chosen={{ ...UNSEARCHED, ...(cleaning && { prepared: { file, cleaning, keepsCameraData: false } }) }}
    keepsCameraData={false}
    unfinishedUpload={undefined}
    onEdit={() => {}}
    onKeepCameraData={() => {}}
    onUpload={() => {}}
    onAdd={() => {}}
    onDiscard={() => {}}
  />
);

describe('ChosenFile', () => {
  it.each<[CleaningResult, RegExp]>([
    ['location', /^Location removed$/],
    ['personal', /^Personal details removed$/],
    ['unsupported', /can't be removed from this type of file/],
    ['unreadable', /couldn't be removed from this file/],
  ])('announces once, in a status that was there before, that the result is %s', (cleaning, sentence) => {
    const { rerender } = render(formOf());
    const regions = screen.getAllByRole('status');
    expect(regions.map(({ textContent }) => textContent)).not.toContainEqual(expect.stringMatching(/./));

    rerender(formOf(cleaning));

    expect(screen.getAllByText(sentence)).toHaveLength(1);
    expect(regions.filter(({ textContent }) => sentence.test(textContent ?? ''))).toHaveLength(1);
    expect(screen.getAllByRole('status')).toEqual(regions);
  });
});
