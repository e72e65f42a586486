// @vitest-environment happy-dom
/** Tests of a browser that forbids storage. Every feature must work, but may forget its state when the page closes. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { UnfinishedUploadStore } from '../features/files/upload/parts/unfinished-upload-store.ts';
import { withNewMessage } from '../features/messages/outbox/outbox-state.ts';
import { OutboxStorage } from '../features/messages/outbox/outbox-storage.ts';
import { readPostDraft, savePostDraft } from '../features/posts/draft.ts';
import { restoreBrowserColours, saveBrowserColours } from '../ocean/browser-colours.ts';
import { loadLastDepth, saveLastDepth } from '../ocean/last-depth.ts';
import { loadHighestDepth, saveHighestDepth } from '../ocean/moments/highest-depth.ts';
import { paletteAt } from '../ocean/palette.ts';
import { storedDeviceId } from '../platform/auth/stored-device.ts';
import { hasStoredSession } from '../platform/auth/stored-session.ts';
import { discardDrafts, hasDrafts, readDraft, saveDraft } from '../platform/browser/drafts.ts';
import { throwSecurityError } from '../test-support/fake-storage.ts';
import { acceptLogIn, renderApp } from '../test-support/render-app.tsx';
import { VIEWER } from '../test-support/sample-data.ts';
import { planFirstSteps, saveFirstStepsProgress, wereFirstStepsShown } from './screens/first-steps/progress.ts';

/** Makes the browser forbid storage and locks until the test ends, as it does if the member blocks site data. */
function forbidStorage(): void {
  const names = ['localStorage', 'sessionStorage'] as const;
  const descriptors = names.map((name) => Object.getOwnPropertyDescriptor(globalThis, name));

  for (const name of names) Object.defineProperty(globalThis, name, { configurable: true, get: throwSecurityError });
  vi.spyOn(navigator.locks, 'request').mockImplementation(async () => throwSecurityError());

  onTestFinished(() => {
    names.forEach((name, index) => {
      Object.defineProperty(globalThis, name, descriptors[index]!);
    });
  });
}

/** A function for each module that stores something, which uses the module. The keys are the paths below web/src. */
const MODULE_USES: Readonly<Record<string, () => void | Promise<void>>> = {
  'app/screens/first-steps/progress.ts': () => {
    expect(planFirstSteps(VIEWER)).toBe('show');
    saveFirstStepsProgress(VIEWER.id, 'shown');
    expect(wereFirstStepsShown(VIEWER.id)).toBe(true);
  },

  'features/files/explorer/view/file-view.ts': async () => {
    const { setFileView } = await import('../features/files/explorer/view/file-view.ts');
    setFileView('gallery');
  },

  'features/files/upload/parts/unfinished-upload-store.ts': () => {
    const uploads = new UnfinishedUploadStore();
    uploads.remove({ uploadId: 'u1' });
    expect(uploads.listFor('me')).toEqual([]);
  },

  'features/messages/outbox/outbox-storage.ts': () => {
    const outbox = new OutboxStorage('me');
    outbox.open(() => {});
    outbox.save(withNewMessage([], { clientMessageId: 'm1', recipientId: 'ada', content: 'Ahoy' }, 0));
    expect(outbox.read()).toMatchObject([{ content: 'Ahoy' }]);
    outbox.close();
  },

  'features/posts/draft.ts': () => {
    expect(readPostDraft('me', 'post').text).toBe('');
    savePostDraft('me', 'post', { text: 'Ahoy', idempotencyKey: 'k' });
    expect(readPostDraft('me', 'post').text).toBe('Ahoy');
  },

  'ocean/browser-colours.ts': () => {
    saveBrowserColours(paletteAt(5000));
    restoreBrowserColours();
    saveBrowserColours(undefined);
  },

  'ocean/dimmed.ts': async () => {
    const { setDimmed } = await import('../ocean/dimmed.ts');
    setDimmed(true);
    setDimmed(false);
  },

  'ocean/last-depth.ts': () => {
    expect(loadLastDepth()).toBeUndefined();
    saveLastDepth(5);
    expect(loadLastDepth()).toBe(5);
  },

  'ocean/moments/highest-depth.ts': () => {
    expect(loadHighestDepth('me')).toBeUndefined();
    saveHighestDepth('me', 5);
    expect(loadHighestDepth('me')).toBe(5);
  },

  'platform/auth/stored-device.ts': () => expect(storedDeviceId('client')).toBeUndefined(),
  'platform/auth/stored-session.ts': () => expect(hasStoredSession()).toBe(false),

  'platform/browser/drafts.ts': () => {
    saveDraft('me', 'message.ada', 'Ahoy');
    expect(readDraft('me', 'message.ada')).toBe('Ahoy');
    discardDrafts('me');
    expect(hasDrafts('me')).toBe(false);
  },
};

describe('browser that forbids storage', () => {
  it.each(Object.entries(MODULE_USES))('lets %s work without storage', async (_, use) => {
    forbidStorage();
    await use();
  });

  it('covers every module that imports browser-storage.ts', () => {
    const folder = join(import.meta.dirname, '..');
    const modules = globSync('**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*', 'test-support'] }).filter(
      (path) => /^import \{.*\/browser-storage\.ts'/m.test(readFileSync(join(folder, path), 'utf8')),
    );

    expect(modules.toSorted()).toEqual(Object.keys(MODULE_USES).toSorted());
  });

  it('lets a member log in and write a post', async () => {
    const { user } = renderApp('/login', { isSignedIn: false, pool: acceptLogIn });
    forbidStorage();

    await user.type(await screen.findByLabelText('Email'), 'marina@fathom.example');
    await user.type(screen.getByLabelText('Password'), 'Correct horse 1');
    await user.click(screen.getByRole('button', { name: 'Log In' }));

    const field = await screen.findByRole('textbox', { name: 'Your post' });
    await user.type(field, 'Ahoy');
    expect(field).toHaveProperty('value', 'Ahoy');
  });
});
