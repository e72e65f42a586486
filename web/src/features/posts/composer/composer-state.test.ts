import { expect, it } from 'vitest';
import { begin, type ComposerEvent, type ComposerState, nextComposer } from './composer-state.ts';

const KEY = 'the-key-of-this-post';
const file = new File(['1'], 'picture.png');
const other = new File(['2'], 'picture.jpeg');

function after(...events: ComposerEvent[]): ComposerState {
  return events.reduce(nextComposer, begin({ text: '', idempotencyKey: KEY }));
}

const written: ComposerEvent[] = [
  { type: 'typed', text: 'A ray!' },
  { type: 'opening' },
  { type: 'opened', file },
  { type: 'described', alt: 'A ray from below' },
];

it('holds text, picture and description until they are published, under one key', () => {
  expect(after(...written, { type: 'publishing' })).toMatchObject({
    text: 'A ray!',
    picture: { file, alt: 'A ray from below' },
    status: 'publishing',
    idempotencyKey: KEY,
  });
});

it('is empty afterwards, with another key for the next post', () => {
  const state = after(...written, { type: 'publishing' }, { type: 'published', nextKey: 'the-next-key' });
  expect(state).toEqual({ ...begin({ text: '', idempotencyKey: 'the-next-key' }), published: 1 });
});

it('loses nothing when it fails, and tries again under the same key', () => {
  const failed = after(...written, { type: 'publishing' }, { type: 'failed', problem: 'Nothing answered.' });
  expect(failed).toMatchObject({
    text: 'A ray!',
    picture: { file, alt: 'A ray from below' },
    status: 'writing',
    problem: 'Nothing answered.',
    idempotencyKey: KEY,
  });
  expect(nextComposer(failed, { type: 'publishing' }).problem).toBeUndefined();
});

it('takes another key when an earlier version has arrived already', () => {
  const failed = after(
    ...written,
    { type: 'publishing' },
    { type: 'failed', problem: 'Twice.', nextKey: 'another-key' },
  );
  expect(failed).toMatchObject({ text: 'A ray!', idempotencyKey: 'another-key' });
});

it('changes nothing while it publishes', () => {
  const publishing = after(...written, { type: 'publishing' });
  const late: ComposerEvent[] = [
    { type: 'typed', text: 'Too late' },
    { type: 'removed' },
    { type: 'described', alt: 'Too late' },
    { type: 'opened', file: other },
    { type: 'publishing' },
  ];
  for (const event of late) expect(nextComposer(publishing, event)).toBe(publishing);
  expect(nextComposer(publishing, { type: 'progressed', sent: 2, total: 3 }).progress).toBe(66);
});

it('keeps the description when another picture is chosen, and drops it with the picture', () => {
  const changed = after(...written, { type: 'opening' }, { type: 'opened', file: other });
  expect(changed.picture).toEqual({ file: other, alt: 'A ray from below' });
  expect(after(...written, { type: 'removed' }, { type: 'opened', file }).picture?.alt).toBe('');
});

it('keeps the picture it has when another is refused, and says why', () => {
  const refused = after(...written, { type: 'opening' }, { type: 'refused', problem: 'Please upload an image file' });
  expect(refused).toMatchObject({ picture: { file }, status: 'writing', problem: 'Please upload an image file' });
});

it('does not publish while a picture is being opened', () => {
  expect(after({ type: 'typed', text: 'A' }, { type: 'opening' }, { type: 'publishing' }).status).toBe('opening');
});

it('hears of nothing that ends when nothing was begun', () => {
  const state = after(...written);
  expect(nextComposer(state, { type: 'published', nextKey: 'x' })).toBe(state);
  expect(nextComposer(state, { type: 'progressed', sent: 1, total: 2 })).toBe(state);
});
