// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FileNameField } from './file-name-field.tsx';
import { tidyFileName } from './tidy-file-name.ts';

afterEach(cleanup);

function Form({ original }: { original: string }) {
  const [typed, setTyped] = useState(tidyFileName(original));
  return <FileNameField original={original} typed={typed} onType={setTyped} />;
}

const field = () => screen.getByLabelText<HTMLInputElement>('File name');
const status = () => screen.getByRole('status').textContent;

it('announces what a name with forbidden characters becomes, and why', () => {
  render(<Form original="Where is it?.txt" />);
  expect(field().value).toBe('Where is it_.txt');
  expect(status()).toBe(
    "Will be saved as “Where is it_.txt”. A file name can't contain ? You can change the name here.",
  );
});

it.each(['🐠 reef.png', 'e\u0301tang.png'])('announces nothing for %j, which looks the same when saved', (original) => {
  render(<Form original={original} />);
  expect(status()).toBe('');
});

it('follows what the member types', async () => {
  const user = userEvent.setup();
  render(<Form original="Where is it?.txt" />);
  await user.clear(field());
  await user.type(field(), 'It is here.txt');
  expect(status()).toBe('');

  await user.clear(field());
  await user.type(field(), 'Here');
  expect(status()).toBe('Will be saved as “Here.txt”. The file keeps its extension. ');
});
