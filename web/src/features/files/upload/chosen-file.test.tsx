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
/** A file before its search for hidden details. */
const UNSEARCHED_FILE: QueuedFile = {
  id: 1,
  file,
  details: { fileName: file.name, description: '', altText: '' },
  searchedPercent: 0,
  copy: { status: 'done', isCopy: false },
  state: IDLE,
};

/** Builds the form of a file. The file has been searched if a result is given. */
function buildForm(cleaning?: CleaningResult) {
  const searchedFields = cleaning && { preparedFile: { file, cleaning, keepsCameraData: false } };

  return (
    <ChosenFile
      queuedFile={{ ...UNSEARCHED_FILE, ...searchedFields }}
      keepsCameraData={false}
      unfinishedUpload={undefined}
      onEdit={() => {}}
      onKeepCameraData={() => {}}
      onUpload={() => {}}
      onAdd={() => {}}
      onDiscard={() => {}}
    />
  );
}

describe('ChosenFile', () => {
  it.each<[CleaningResult, RegExp]>([
    ['location', /^Location removed$/],
    ['personal', /^Personal details removed$/],
    ['unsupported', /can't be removed from this type of file/],
    ['unreadable', /couldn't be removed from this file/],
  ])('announces the result of the search once, in a status region that existed before: %s', (cleaning, sentence) => {
    const { rerender } = render(buildForm());
    const regions = screen.getAllByRole('status');
    expect(regions.every(({ textContent }) => textContent === '')).toBe(true);

    rerender(buildForm(cleaning));

    expect(screen.getAllByText(sentence)).toHaveLength(1);
    expect(regions.filter(({ textContent }) => sentence.test(textContent ?? ''))).toHaveLength(1);
    expect(screen.getAllByRole('status')).toEqual(regions);
  });
});
