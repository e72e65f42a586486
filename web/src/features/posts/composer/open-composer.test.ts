// @vitest-environment happy-dom
/** Tests of the composer: its picture, its stored draft, and what happens to a post that fails late. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  currentVisit,
  markAccountDeleted,
  markSessionEnded,
  markSignedIn,
  markSignedOut,
} from '../../../platform/auth/auth-state.ts';
import { tabStorage } from '../../../platform/browser/browser-storage.ts';
import { discardDrafts, hasDrafts } from '../../../platform/browser/drafts.ts';
import { readPostDraft } from '../draft.ts';
import { OpenComposer } from './open-composer.ts';

/** Returns the text for a picture that can't be opened. */
const describeError = () => 'No picture.';
const buildPicture = (name: string) => new File(['x'], name, { type: 'image/jpeg' });

/** Chooses two pictures in a new composer. The test makes them ready, and waits for `openings`. */
function openTwoPictures() {
  const composer = new OpenComposer('me');
  const firstPicture = Promise.withResolvers<File>();
  const secondPicture = Promise.withResolvers<File>();
  const openings = [firstPicture, secondPicture].map(({ promise }) =>
    composer.openPicture(() => promise, describeError),
  );

  return { composer, firstPicture, secondPicture, openings };
}

/** The key of local storage under which Amplify keeps the member's refresh token. */
const REFRESH_KEY = 'CognitoIdentityServiceProvider.client.me.refreshToken';

/** Returns a composer that is publishing a post. */
function publishPost(): OpenComposer {
  const composer = new OpenComposer('me');
  composer.dispatch({ type: 'typed', text: 'Ahoy' });
  composer.dispatch({ type: 'publishing' });
  return composer;
}

beforeEach(() => {
  discardDrafts('me', tabStorage);
  localStorage.setItem(REFRESH_KEY, 'refresh');
  markSignedIn();
});

afterEach(() => localStorage.removeItem(REFRESH_KEY));

describe('OpenComposer', () => {
  it('keeps the last chosen picture, even if an earlier picture is ready later', async () => {
    const { composer, firstPicture, secondPicture, openings } = openTwoPictures();

    secondPicture.resolve(buildPicture('second.jpg'));
    firstPicture.resolve(buildPicture('first.jpg'));
    await Promise.all(openings);

    expect(composer.state.value.picture?.file.name).toBe('second.jpg');
    expect(composer.state.value.status).toBe('writing');
  });

  it('ignores the error of a picture that has been replaced', async () => {
    const { composer, firstPicture, secondPicture, openings } = openTwoPictures();

    secondPicture.resolve(buildPicture('second.jpg'));
    firstPicture.reject(new Error('Broken'));
    await Promise.all(openings);

    expect(composer.state.value.problem).toBeUndefined();
    expect(composer.state.value.picture?.file.name).toBe('second.jpg');
  });

  it('stores only the text and its idempotency key', () => {
    const composer = new OpenComposer('me');

    composer.dispatch({ type: 'typed', text: 'Ahoy' });

    const { idempotencyKey } = composer.state.value;
    expect(readPostDraft('me', 'post')).toEqual({ text: 'Ahoy', idempotencyKey });
    expect(tabStorage.read('fathom.draft.me.post')).toBe(JSON.stringify({ text: 'Ahoy', idempotencyKey }));
  });

  it.each([
    ['a logout', () => markSignedOut()],
    ['signing out everywhere', () => markSignedOut('leftEverywhere')],
    ['the deletion of the account', markAccountDeleted],
  ])('stores no text after %s, even if the post is still being published', (_, leave) => {
    const composer = publishPost();
    expect(hasDrafts('me')).toBe(true);

    leave();
    composer.dispatch({ type: 'progressed', sent: 1, total: 2 });
    composer.dispatch({ type: 'failed', problem: 'No connection.' });
    expect(hasDrafts('me')).toBe(false);

    // The same member logs in again.
    markSignedIn();
    composer.dispatch({ type: 'typed', text: 'Ahoy again' });
    expect(hasDrafts('me')).toBe(false);
  });

  it('keeps the text of a post that fails after the session has ended', () => {
    const composer = publishPost();

    markSessionEnded(currentVisit());
    composer.dispatch({ type: 'failed', problem: 'Sign in again.', nextKey: 'next' });

    expect(readPostDraft('me', 'post')).toEqual({ text: 'Ahoy', idempotencyKey: 'next' });
  });

  it('asks before the tab closes while a picture or a running post would be lost', async () => {
    /** Returns whether the tab closes without a question. */
    const closeTab = () => dispatchEvent(new Event('beforeunload', { cancelable: true }));
    const composer = new OpenComposer('me');

    composer.dispatch({ type: 'typed', text: 'Ahoy' });
    expect(closeTab()).toBe(true);

    composer.dispatch({ type: 'publishing' });
    expect(closeTab()).toBe(false);

    composer.dispatch({ type: 'published', nextKey: 'next' });
    expect(closeTab()).toBe(true);

    await composer.openPicture(async () => buildPicture('reef.jpg'), describeError);
    expect(closeTab()).toBe(false);

    markSignedOut();
    expect(closeTab()).toBe(true);
  });
});
