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

const getField = () => screen.getByLabelText<HTMLInputElement>('File name');
const readStatusText = () => screen.getByRole('status').textContent;

it('FileNameField announces the new name and the reason for a name with forbidden characters', () => {
  render(<Form originalName="Where is it?.txt" />);

  expect(getField().value).toBe('Where is it_.txt');
  expect(readStatusText()).toBe(
    "Will be saved as “Where is it_.txt”. A file name can't contain ? You can change the name here.",
  );
});

it.each(['🐠 reef.png', 'e\u0301tang.png'])(
  'FileNameField announces nothing for %j, which looks the same when saved',
  (originalName) => {
    render(<Form originalName={originalName} />);

    expect(readStatusText()).toBe('');
  },
);

it('FileNameField updates the announcement while the member types', async () => {
  const user = userEvent.setup();
  render(<Form originalName="Where is it?.txt" />);

  await user.clear(getField());
  await user.type(getField(), 'It is here.txt');
  expect(readStatusText()).toBe('');

  await user.clear(getField());
  await user.type(getField(), 'Here');
  expect(readStatusText()).toBe('Will be saved as “Here.txt”. The file keeps its extension. ');
});
