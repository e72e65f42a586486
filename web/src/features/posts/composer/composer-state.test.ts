import { describe, expect, it } from 'vitest';
import { type ComposerEvent, type ComposerState, composerReducer, createComposer } from './composer-state.ts';

const KEY = 'the-key-of-this-post';
const file = new File(['1'], 'picture.png');
const otherFile = new File(['2'], 'picture.jpeg');

function stateAfter(...events: ComposerEvent[]): ComposerState {
  return events.reduce(composerReducer, createComposer({ text: '', idempotencyKey: KEY }));
}

const compose: ComposerEvent[] = [
  { type: 'typed', text: 'A ray!' },
  { type: 'opening' },
  { type: 'opened', file },
  { type: 'described', alt: 'A ray from below' },
];

describe('composerReducer', () => {
  it('keeps text, picture, description, and idempotency key while publishing', () => {
    expect(stateAfter(...compose, { type: 'publishing' })).toMatchObject({
      text: 'A ray!',
      picture: { file, alt: 'A ray from below' },
      status: 'publishing',
      idempotencyKey: KEY,
    });
  });

  it('is empty after publishing, with a new key for the next post', () => {
    const state = stateAfter(...compose, { type: 'publishing' }, { type: 'published', nextKey: 'the-next-key' });
    expect(state).toEqual({ ...createComposer({ text: '', idempotencyKey: 'the-next-key' }), publishedCount: 1 });
  });

  it('keeps everything after a failure, and retries with the same key', () => {
    const failedState = stateAfter(...compose, { type: 'publishing' }, { type: 'failed', problem: 'No connection.' });
    expect(failedState).toMatchObject({
      text: 'A ray!',
      picture: { file, alt: 'A ray from below' },
      status: 'writing',
      problem: 'No connection.',
      idempotencyKey: KEY,
    });
    expect(composerReducer(failedState, { type: 'publishing' }).problem).toBeUndefined();
  });

  it('uses a new key after a conflict with an earlier version', () => {
    const failedState = stateAfter(
      ...compose,
      { type: 'publishing' },
      { type: 'failed', problem: 'Twice.', nextKey: 'another-key' },
    );

    expect(failedState).toMatchObject({ text: 'A ray!', idempotencyKey: 'another-key' });
  });

  it('ignores edits while publishing', () => {
    const publishingState = stateAfter(...compose, { type: 'publishing' });
    const edits: ComposerEvent[] = [
      { type: 'typed', text: 'Too late' },
      { type: 'removed' },
      { type: 'described', alt: 'Too late' },
      { type: 'opened', file: otherFile },
      { type: 'publishing' },
    ];

    for (const event of edits) expect(composerReducer(publishingState, event)).toBe(publishingState);
    expect(composerReducer(publishingState, { type: 'progressed', sent: 2, total: 3 }).progress).toBe(66);
  });

  it('keeps the description for a new picture, and removes it with the picture', () => {
    const changedState = stateAfter(...compose, { type: 'opening' }, { type: 'opened', file: otherFile });
    expect(changedState.picture).toEqual({ file: otherFile, alt: 'A ray from below' });
    expect(stateAfter(...compose, { type: 'removed' }, { type: 'opened', file }).picture?.alt).toBe('');
  });

  it('keeps the current picture when another one is rejected, and shows the reason', () => {
    const rejectedState = stateAfter(
      ...compose,
      { type: 'opening' },
      { type: 'rejected', problem: 'Please upload an image file' },
    );

    expect(rejectedState).toMatchObject({
      picture: { file },
      status: 'writing',
      problem: 'Please upload an image file',
    });
  });

  it('does not publish while a picture is opening', () => {
    expect(stateAfter({ type: 'typed', text: 'A' }, { type: 'opening' }, { type: 'publishing' }).status).toBe(
      'opening',
    );
  });

  it('ignores progress and results when nothing is being published', () => {
    const state = stateAfter(...compose);
    expect(composerReducer(state, { type: 'published', nextKey: 'x' })).toBe(state);
    expect(composerReducer(state, { type: 'progressed', sent: 1, total: 2 })).toBe(state);
  });
});
