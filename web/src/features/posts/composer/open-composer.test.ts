// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { markSignedIn, markSignedOut } from '../../../platform/auth/auth-state.ts';
import { tabStorage } from '../../../platform/browser/browser-storage.ts';
import { discardDrafts } from '../../../platform/browser/drafts.ts';
import { readDraft } from '../draft.ts';
import { OpenComposer } from './open-composer.ts';

const describeError = () => 'No picture.';
const picture = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

beforeEach(() => {
  discardDrafts('me', tabStorage);
  markSignedIn();
});

/** Returns a promise that the test resolves. */
function later<T>() {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((onResolve, onReject) => {
    [resolve, reject] = [onResolve, onReject];
  });
  return { promise, resolve, reject };
}

describe('OpenComposer', () => {
  it('keeps the last of several pictures, whichever is ready first', async () => {
    const composer = new OpenComposer('me');
    const [slow, fast] = [later<File>(), later<File>()];
    const openings = [slow, fast].map(({ promise }) => composer.openPicture(() => promise, describeError));

    fast.resolve(picture('second.jpg'));
    slow.resolve(picture('first.jpg'));
    await Promise.all(openings);

    expect(composer.state.value.picture?.file.name).toBe('second.jpg');
    expect(composer.state.value.status).toBe('writing');
  });

  it('ignores the error of a picture that was replaced meanwhile', async () => {
    const composer = new OpenComposer('me');
    const [slow, fast] = [later<File>(), later<File>()];
    const openings = [slow, fast].map(({ promise }) => composer.openPicture(() => promise, describeError));

    fast.resolve(picture('second.jpg'));
    slow.reject(new Error('Broken'));
    await Promise.all(openings);

    expect(composer.state.value.problem).toBeUndefined();
    expect(composer.state.value.picture?.file.name).toBe('second.jpg');
  });

  it('stores the text, and only the text and its key', () => {
    const composer = new OpenComposer('me');
    composer.dispatch({ type: 'typed', text: 'Ahoy' });
    const { idempotencyKey } = composer.state.value;
    expect(readDraft('me', 'post')).toEqual({ text: 'Ahoy', idempotencyKey });
    expect(tabStorage.read('fathom.draft.me.post')).toBe(JSON.stringify({ text: 'Ahoy', idempotencyKey }));
  });

  it('asks before the tab closes while a picture or a running post would be lost, until the visit ends', async () => {
    const closeTab = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const composer = new OpenComposer('me');
    composer.dispatch({ type: 'typed', text: 'Ahoy' });
    expect(closeTab()).toBe(true);

    composer.dispatch({ type: 'publishing' });
    expect(closeTab()).toBe(false);

    composer.dispatch({ type: 'published', nextKey: 'next' });
    expect(closeTab()).toBe(true);

    await composer.openPicture(async () => picture('reef.jpg'), describeError);
    expect(closeTab()).toBe(false);

    markSignedOut();
    expect(closeTab()).toBe(true);
  });
});
