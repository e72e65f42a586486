/** Checks that a double click on a button of the pages doesn't write twice. */
import { describe, expect, it } from 'vitest';
import { contract } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { readSourceFiles } from '../support/source-files.ts';

const web = readSourceFiles().filter(({ path }) => path.startsWith('web/src/') && !/\.test\.tsx?$/.test(path));

/** Endpoints that only read, although their method is POST. */
const READS = ['files.list', 'files.findCopy', 'files.listParts'];

/** The calls that write, as pages contain them: `api.posts.delete(`. */
const WRITES = Object.entries(contract).flatMap(([capability, endpoints]) =>
  Object.entries<Endpoint>(endpoints)
    .filter(([name, { method }]) => method !== 'GET' && !READS.includes(`${capability}.${name}`))
    .map(([name]) => `api.${capability}.${name}(`),
);

/**
 * Matches the hooks and components that reject the second click of a double click. `usePayment` has its own guard,
 * because PayPal's window ends payments.
 */
const GUARDS = /\buse(Action|Attempt|OneAtATime|Like|OptimisticToggle|Payment)\b|\bPasswordForm\b|\bPayment\b/;

/** Files that write without their own guard, each with the reason why a double click is harmless. */
const GUARDED_ELSEWHERE: Readonly<Record<string, string>> = {
  'web/src/features/account/profile-picture/save-picture.ts':
    'called by the actions of the picture dialog and of the profile form',
  'web/src/features/files/use-view-file.ts': 'opens a file: a second click opens another tab',
  'web/src/features/files/upload/parts/use-unfinished-uploads.ts': 'the upload is removed from the list immediately',
  'web/src/platform/socket/socket-hub.ts': 'opens the socket, without a click',
};

describe('actions of the pages', () => {
  it('pages use the mutations of the query library only through platform, which rejects double clicks', () => {
    const violations = web.filter(
      ({ path, text }) => !path.startsWith('web/src/platform/') && /\buseMutation\b/.test(text),
    );
    expect(violations.map(({ path }) => path)).toEqual([]);
  });

  it('actions that write are guarded against double clicks, or listed with the reason', () => {
    const unguardedActions = web
      .filter(({ text }) => WRITES.some((call) => text.includes(call)) && !GUARDS.test(text))
      .map(({ path }) => path);
    expect(unguardedActions.toSorted()).toEqual(Object.keys(GUARDED_ELSEWHERE).toSorted());
  });
});
