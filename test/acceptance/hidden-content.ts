/** Checks that the body of a response reveals nothing. The access matrix checks its status. */
import { expect } from 'vitest';
import type { OpenProfile, RestrictedProfile } from '../../shared/contract/users.ts';
import type { ApiResponse } from '../support/api-request.ts';
import type { Target } from './access-rows.ts';

/** A target, and what a caller who may not see it must not receive. */
export interface TargetWithSecrets extends Target {
  /** Parts of the texts of the member and the items. */
  readonly secrets: readonly string[];
}

/** The fields that only an open profile has. The type check fails if a new field is missing here. */
const HIDDEN_PROFILE_FIELDS = {
  bio: true,
  contributedMB: true,
  followersCount: true,
  followingCount: true,
  createdAt: true,
} satisfies Record<Exclude<keyof OpenProfile, keyof RestrictedProfile>, true>;

// Only a member's own profile has an email, so no response about another member may contain it.
const HIDDEN_FIELDS = ['email', ...Object.keys(HIDDEN_PROFILE_FIELDS)];

/** The fields of error responses. Not all codes have parameters. */
const ERROR_FIELDS = ['code', 'error', 'params', 'requestId', 'success'];

/** Returns the paths of the fields with one of these names that have a value, such as `.user.bio`. */
function findFieldPaths(value: unknown, names: readonly string[], path = ''): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) => {
    const entryPath = `${path}.${name}`;
    const ownPath = names.includes(name) && entry !== null ? [entryPath] : [];
    return [...ownPath, ...findFieldPaths(entry, names, entryPath)];
  });
}

/**
 * Checks that a response reveals nothing that its target hides from the caller: no field of an open profile, and none
 * of the target's secrets. An error response must only have the fields of `ERROR_FIELDS`.
 *
 * @param callerFields - hidden fields that this response may contain, because they describe the caller
 */
export function expectNothingHidden(
  { status, body }: ApiResponse<object>,
  { secrets }: TargetWithSecrets,
  callerFields: readonly string[] = [],
): void {
  if (status !== 200) expect(Object.keys(body).filter((name) => !ERROR_FIELDS.includes(name))).toEqual([]);

  const forbiddenFields = HIDDEN_FIELDS.filter((name) => !callerFields.includes(name));
  expect(findFieldPaths(body, forbiddenFields)).toEqual([]);

  const text = JSON.stringify(body);
  for (const secret of secrets) expect(text).not.toContain(secret);
}
