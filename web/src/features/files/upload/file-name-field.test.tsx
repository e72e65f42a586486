// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FileNameField } from './file-name-field.tsx';
import { tidyFileName } from './tidy-file-name.ts';

afterEach(cleanup);

/** Holds the typed name, like the form of a chosen file. */
function Form({ originalName }: { originalName: string }) {
  const [typedName, setTypedName] = useState(tidyFileName(originalName));
  return <FileNameField originalName={originalName} typedName={typedName} onType={setTypedName} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>('File name');
const statusText = () => screen.getByRole('status').textContent;

it('FileNameField announces the new name and the reason for a name with forbidden characters', () => {
  render(<Form originalName="Where is it?.txt" />);

  expect(field().value).toBe('Where is it_.txt');
  expect(statusText()).toBe(
    "Will be saved as “Where is it_.txt”. A file name can't contain ? You can change the name here.",
  );
});

it.each(['🐠 reef.png', 'e\u0301tang.png'])(
  'FileNameField announces nothing for %j, which looks the same when saved',
  (originalName) => {
    render(<Form originalName={originalName} />);

    expect(statusText()).toBe('');
  },
);

it('FileNameField updates the announcement while the member types', async () => {
  const user = userEvent.setup();
  render(<Form originalName="Where is it?.txt" />);

  await user.clear(field());
  await user.type(field(), 'It is here.txt');
  expect(statusText()).toBe('');

  await user.clear(field());
  await user.type(field(), 'Here');
  expect(statusText()).toBe('Will be saved as “Here.txt”. The file keeps its extension. ');
});
