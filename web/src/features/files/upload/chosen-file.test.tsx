// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ChosenFile } from './chosen-file.tsx';
import type { CleaningResult } from './prepare/clean-file.ts';
import type { QueuedFile } from './queue/queue-state.ts';
import { IDLE } from './upload-state.ts';

// The hint about remaining allowances needs a query client, and shows nothing while no limit is near.
vi.mock('../../../design/remaining-allowance.tsx', () => ({ default: () => null }));

afterEach(cleanup);

const file = new File(['tide'], 'reef.jpg', { type: 'image/jpeg' });
/** A file that has not yet been searched for hidden details. */
const UNSEARCHED_FILE: QueuedFile = {
  id: 1,
  file,
  details: { fileName: file.name, description: '', altText: '', depth: '' },
  searchedPercent: 0,
  copyCheck: { status: 'done', isCopy: false },
  state: IDLE,
};

/** Builds the form of a file. The file has been searched if a result is given. */
function buildChosenFile(cleaning?: CleaningResult) {
  const searchResult = cleaning && { preparedFile: { file, cleaning, keepsCameraData: false } };

  return (
    <ChosenFile
      queuedFile={{ ...UNSEARCHED_FILE, ...searchResult }}
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
  ])('announces the result once, in a status region that already existed: %s', (cleaning, announcement) => {
    const { rerender } = render(buildChosenFile());
    const regions = screen.getAllByRole('status');
    expect(regions.every(({ textContent }) => textContent === '')).toBe(true);

    rerender(buildChosenFile(cleaning));

    expect(screen.getAllByText(announcement)).toHaveLength(1);
    // Screen readers reliably announce changes only in regions that already existed.
    expect(regions.filter(({ textContent }) => announcement.test(textContent ?? ''))).toHaveLength(1);
    expect(screen.getAllByRole('status')).toEqual(regions);
  });
});
