/** Tests of the state of the composer, and of the idempotency key that makes a post unique. */
import { describe, expect, it } from 'vitest';
import { type ComposerEvent, type ComposerState, composerReducer, createComposer } from './composer-state.ts';

const KEY = 'the-key-of-this-post';
const file = new File(['1'], 'picture.png');
const otherFile = new File(['2'], 'picture.jpeg');

/** Returns the state of a new composer after these events. */
function stateAfter(...events: ComposerEvent[]): ComposerState {
  return events.reduce(composerReducer, createComposer({ text: '', idempotencyKey: KEY }));
}

/** The events of writing a post with a picture. */
const COMPOSE: ComposerEvent[] = [
  { type: 'typed', text: 'A ray!' },
  { type: 'opening' },
  { type: 'opened', file },
  { type: 'described', alt: 'A ray from below' },
  { type: 'depthTyped', depth: '1.5' },
];

describe('composerReducer', () => {
  it('keeps text, depth, picture, description, and idempotency key while publishing', () => {
    expect(stateAfter(...COMPOSE, { type: 'publishing' })).toMatchObject({
      text: 'A ray!',
      depth: '1.5',
      picture: { file, alt: 'A ray from below' },
      status: 'publishing',
      idempotencyKey: KEY,
    });
  });

  it('starts the next post with a new key after publishing', () => {
    const state = stateAfter(...COMPOSE, { type: 'publishing' }, { type: 'published', nextKey: 'the-next-key' });

    expect(state).toEqual({ ...createComposer({ text: '', idempotencyKey: 'the-next-key' }), publishedCount: 1 });
    expect(state.depth).toBe('');
  });

  it('keeps the post and its key after a failure', () => {
    const failedState = stateAfter(...COMPOSE, { type: 'publishing' }, { type: 'failed', problem: 'No connection.' });
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
      ...COMPOSE,
      { type: 'publishing' },
      { type: 'failed', problem: 'Twice.', nextKey: 'another-key' },
    );

    expect(failedState).toMatchObject({ text: 'A ray!', idempotencyKey: 'another-key' });
  });

  it('ignores edits while publishing', () => {
    const publishingState = stateAfter(...COMPOSE, { type: 'publishing' });
    const edits: ComposerEvent[] = [
      { type: 'typed', text: 'Too late' },
      { type: 'depthTyped', depth: '7' },
      { type: 'removed' },
      { type: 'described', alt: 'Too late' },
      { type: 'opened', file: otherFile },
      { type: 'publishing' },
    ];

    for (const event of edits) expect(composerReducer(publishingState, event)).toBe(publishingState);
    expect(composerReducer(publishingState, { type: 'progressed', sent: 2, total: 3 }).progress).toBe(66);
  });

  it('keeps the description for another picture, and removes the description with the picture', () => {
    const changedState = stateAfter(...COMPOSE, { type: 'opening' }, { type: 'opened', file: otherFile });
    expect(changedState.picture).toEqual({ file: otherFile, alt: 'A ray from below' });

    expect(stateAfter(...COMPOSE, { type: 'removed' }, { type: 'opened', file }).picture?.alt).toBe('');
  });

  it('keeps the current picture when another picture is rejected', () => {
    const rejectedState = stateAfter(
      ...COMPOSE,
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
    const state = stateAfter({ type: 'typed', text: 'A' }, { type: 'opening' }, { type: 'publishing' });

    expect(state.status).toBe('opening');
  });

  it('ignores progress and results while nothing is being published', () => {
    const state = stateAfter(...COMPOSE);

    expect(composerReducer(state, { type: 'published', nextKey: 'x' })).toBe(state);
    expect(composerReducer(state, { type: 'progressed', sent: 1, total: 2 })).toBe(state);
  });
});
