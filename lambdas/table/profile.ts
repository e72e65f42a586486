import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { bytesUpTo, type DepthTotals, depthOf, type Micrometres } from '../../shared/depth/depth.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { depthText, listsOf, profileKey } from './keys.ts';

/** A member's profile as it is stored. */
export interface Profile extends DepthTotals {
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly bio: string;
  /** Address of the picture, or empty. */
  readonly profilePicture: string;
  /** Derived from the totals, and stored for the index. */
  readonly depth: Micrometres;
  /** The highest that the member has ever been: what they published may lie as high, wherever they are now. */
  readonly peakDepth: Micrometres;
  readonly followersCount: number;
  readonly followingCount: number;
  /** Counts the changes of depth; each must find the version that it was computed from. */
  readonly version: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What is left of a member who has deleted their account: nobody's name, so that nothing comes back under their id. */
export interface DeletedProfile {
  readonly userId: string;
  /** ISO 8601. */
  readonly deletedAt: string;
}

/** Somebody who is here, or was. */
type Person = Profile | DeletedProfile;

/** Whether the member has deleted their account. */
export function isDeleted(person: { readonly userId: string } | undefined): person is DeletedProfile {
  return person !== undefined && 'deletedAt' in person;
}

/**
 * One member's profile, or undefined when they have none, or none any more.
 *
 * @param options.consistent - whether the answer must hold what has just been written; costs twice
 */
export async function getProfile(userId: string, { consistent = false } = {}): Promise<Profile | undefined> {
  const person = await getPerson(userId, { consistent });
  return isDeleted(person) ? undefined : person;
}

/** One member, even one who has left; undefined when there never was one. */
export async function getPerson(userId: string, { consistent = false } = {}): Promise<Person | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: profileKey(userId), ConsistentRead: consistent }),
  );
  return Item as Person | undefined;
}

/** Members by id, those who have left included; whoever never was is absent. */
export async function getPeople(userIds: readonly string[]): Promise<Map<string, Person>> {
  const items = await batchGet<Person>(userIds.map(profileKey));
  return new Map(items.map((person) => [person.userId, person]));
}

/**
 * Stores a new member's profile at the bottom of the ocean, unless they have one.
 *
 * @returns the profile that is stored now
 * @throws AccountDeleted when they had one, and deleted their account
 */
export async function createProfile(
  member: Pick<Profile, 'userId' | 'email' | 'username'>,
  now = new Date(),
): Promise<Profile> {
  const profile: Profile = {
    ...member,
    bio: '',
    profilePicture: '',
    contributedBytes: 0,
    purchasedCm: 0,
    depth: 0,
    peakDepth: 0,
    followersCount: 0,
    followingCount: 0,
    version: 0,
    createdAt: now.toISOString(),
  };
  try {
    await table.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...profileKey(member.userId),
          ...profile,
          ...profileDepthAttributes(profile),
          ...searchAttributes(profile),
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    return profile;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    const stored = await getProfile(member.userId, { consistent: true });
    if (!stored) throw new AccountDeleted();
    return stored;
  }
}

/** A change of what a member says of themselves. */
export type ProfileEdit = Partial<Pick<Profile, 'username' | 'bio' | 'profilePicture'>>;

/**
 * Changes what a member says of themselves.
 *
 * @param before - their profile as it was read: what the edit leaves out is searched for as it was then
 * @returns the profile as it was stored before and as it is now
 * @throws AccountDeleted when they have left
 */
export async function editProfile(before: Profile, edit: ProfileEdit): Promise<{ replaced: Profile; now: Profile }> {
  const texts = 'username' in edit || 'bio' in edit ? searchAttributes({ ...before, ...edit }) : {};
  const changes = { ...edit, ...texts };
  const names = Object.keys(changes);
  try {
    const { Attributes } = await table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: profileKey(before.userId),
        UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(', ')}`,
        ConditionExpression: PRESENT,
        ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
        ExpressionAttributeValues: Object.fromEntries(
          Object.entries(changes).map(([key, value]) => [`:${key}`, value]),
        ),
        ReturnValues: 'ALL_OLD',
      }),
    );
    const replaced = Attributes as Profile;
    return { replaced, now: { ...replaced, ...edit } };
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) throw new AccountDeleted();
    throw error;
  }
}

/** Whether there is a profile, and its member has not left: as a condition on a write. */
export const PRESENT = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';

/** What a member is found by, and sorted by name. */
function searchAttributes({ username, bio }: Pick<Profile, 'username' | 'bio'>) {
  return { textOrder: username.toLowerCase(), searchText: `${username}\n${bio}`.toLowerCase() };
}

/** The attributes of a profile that follow from its totals. */
export function profileDepthAttributes({ userId, ...totals }: DepthTotals & { userId: string }) {
  const depth = depthOf(totals);
  return {
    depth,
    ...listsOf('USER', userId, depth, depthIndexShards()),
    depthOrder: depthText(depth),
    // Never more than their depth accounts for, even when a refund comes before its payment: lists by it stop there.
    numberOrder: Math.min(totals.contributedBytes, bytesUpTo(depth)),
  };
}
