import { expect } from 'vitest';
import type { OpenProfile, RestrictedProfile } from '../../shared/contract/users.ts';
import type { ApiResponse } from '../support/member.ts';
import type { Target } from './access-rows.ts';

/** Checks the bodies of the access matrix: a correct status doesn't show that the body hides what it should. */

/** A target, and what a caller who may not see it must not receive. */
export interface TargetWithSecrets extends Target {
  /** Parts of the texts of the member and the items. */
  readonly secrets: readonly string[];
}

/** The fields that only an open profile has. A new one that is missing here is a type error. */
const HIDDEN_PROFILE_FIELDS = {
  bio: true,
  contributedMB: true,
  followersCount: true,
  followingCount: true,
  createdAt: true,
} satisfies Record<Exclude<keyof OpenProfile, keyof RestrictedProfile>, true>;

const HIDDEN_FIELDS = ['email', ...Object.keys(HIDDEN_PROFILE_FIELDS)];

/** The fields of error responses. Not all codes have parameters. */
const ERROR_FIELDS = ['code', 'error', 'params', 'requestId', 'success'];

/** Returns the paths of the fields with one of these names that have a value, such as `.user.bio`. */
function findFields(value: unknown, names: readonly string[], path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const entryPath = `${path}.${name}`;
    const matches = names.includes(name) && entry !== null ? [entryPath] : [];
    return [...matches, ...findFields(entry, names, entryPath)];
  });
}

/**
 * Checks that a response reveals nothing that its target hides from the caller: no field of an open profile, and none of
 * the target's secrets. An error has no further fields.
 *
 * @param callerFields - fields of this response that describe the caller, although they have the name of a hidden field
 */
export function expectNothingHidden(
  { status, body }: ApiResponse<object>,
  { secrets }: TargetWithSecrets,
  callerFields: readonly string[] = [],
): void {
  if (status !== 200) expect(ERROR_FIELDS).toEqual(expect.arrayContaining(Object.keys(body)));
  const hiddenFields = HIDDEN_FIELDS.filter((name) => !callerFields.includes(name));
  expect(findFields(body, hiddenFields)).toEqual([]);

  const text = JSON.stringify(body);
  for (const secret of secrets) expect(text).not.toContain(secret);
}
