import { GetCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { computeDepth, type DepthTotals, type Micrometres, maxBytesAtDepth } from '../../shared/rules/depth.ts';
import { AccountDeleted } from '../platform/errors.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { attemptWrite, isWritten } from './conditional-write.ts';
import { depthText, listAttributes, profileKey } from './keys.ts';
import { type Sealed, seal, sealAll, unseal } from './sealed.ts';
import { buildSearchText } from './search-words.ts';
import { setAttributes } from './set-attributes.ts';
import { usernameOrder } from './username-order.ts';

/** A member's profile as it is stored. */
export interface Profile extends DepthTotals {
  readonly userId: string;
  readonly email: string;
  readonly username: string;
  readonly bio: string;
  /** Storage key of the picture, or empty. Profiles of earlier versions have its URL: see `pictureKeyOf`. */
  readonly profilePicture: string;
  /**
   * ULID of the latest picture that was published for the profile, stored before its object. Shows that an older
   * picture was replaced or removed. Absent until a picture is published the first time.
   */
  readonly newestPicture?: string;
  /**
   * Bytes of all stored files and pictures of posts. Missing in profiles that haven't changed since the count was
   * introduced. See stored-bytes.ts.
   */
  readonly storedBytes?: number;
  /** Derived from the totals, and stored for the index. */
  readonly depth: Micrometres;
  /** The greatest depth that the member has ever had. Their content has at most this depth. */
  readonly peakDepth: Micrometres;
  readonly followersCount: number;
  readonly followingCount: number;
  /** Number of changes of depth. A change requires the version that it was computed from. */
  readonly version: number;
  /** ISO 8601. */
  readonly createdAt: string;
  /** Seconds since 1970. Access tokens issued earlier are refused. Absent until sessions are ended the first time. */
  readonly tokensValidFrom?: number;
}

/** Returns the bytes of a member's files and pictures of posts. Without a count, all contributed bytes are stored. */
export function storedBytesOf({ storedBytes, contributedBytes }: Pick<Profile, 'storedBytes' | 'contributedBytes'>) {
  return storedBytes ?? contributedBytes;
}

/** The tombstone of a deleted account, without personal data. Prevents a new profile under the same ID. */
export interface DeletedProfile {
  readonly userId: string;
  /** ISO 8601. */
  readonly deletedAt: string;
}

/** A current or former member. */
export type Member = Profile | DeletedProfile;

/** Returns whether the member has deleted their account. */
export function isDeleted(member: { readonly userId: string } | undefined): member is DeletedProfile {
  return member !== undefined && 'deletedAt' in member;
}

/** Write condition: the profile exists and the account is not deleted. */
export const PROFILE_EXISTS = 'attribute_exists(pk) AND attribute_not_exists(deletedAt)';

/** Options of a read. */
interface ReadOptions {
  readonly consistent?: boolean;
}

/**
 * Returns a member's profile, or undefined if it doesn't exist or the account is deleted.
 *
 * @param options.consistent - strongly consistent read; costs twice as much
 */
export async function getProfile(userId: string, options?: ReadOptions): Promise<Sealed<Profile> | undefined> {
  return seal(await readProfile(userId, options));
}

/** Returns a profile that isn't sealed, for the functions of this module that write profiles. */
async function readProfile(userId: string, options?: ReadOptions): Promise<Profile | undefined> {
  const member = unseal(await getMember(userId, options));
  return isDeleted(member) ? undefined : member;
}

/** Returns a member, even a former one, or undefined if the ID never had a profile. */
export async function getMember(
  userId: string,
  { consistent = false }: ReadOptions = {},
): Promise<Sealed<Member> | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: profileKey(userId), ConsistentRead: consistent }),
  );
  return seal(Item as Member | undefined);
}

/** Returns members by ID, including former ones. IDs that never had a profile are omitted. */
export async function getMembers(userIds: readonly string[]): Promise<Map<string, Sealed<Member>>> {
  const members = await batchGet<Member>(userIds.map(profileKey));
  return sealAll(new Map(members.map((member) => [member.userId, member])));
}

/**
 * Creates a member's profile at depth 0, unless it exists.
 *
 * @returns the stored profile
 * @throws AccountDeleted if the member has deleted their account
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
    storedBytes: 0,
    depth: 0,
    peakDepth: 0,
    followersCount: 0,
    followingCount: 0,
    version: 0,
    createdAt: now.toISOString(),
  };

  const isCreated = await isWritten(
    table.send(
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
    ),
  );
  if (isCreated) return profile;

  const storedProfile = await readProfile(member.userId, { consistent: true });
  if (!storedProfile) throw new AccountDeleted();
  return storedProfile;
}

/** The fields of a profile that its member can change. The email is a copy of the user pool's. */
export type ProfileEdit = Partial<Pick<Profile, 'username' | 'bio' | 'profilePicture' | 'newestPicture' | 'email'>>;

/**
 * Updates a profile.
 *
 * @param current - the profile as it was read; the search text takes unchanged fields from it
 * @returns the stored profile before and after the update
 * @throws AccountDeleted if the member has deleted their account
 */
export async function editProfile(current: Profile, edit: ProfileEdit): Promise<{ before: Profile; after: Profile }> {
  const changesSearch = 'username' in edit || 'bio' in edit;

  for (let profile: Profile | undefined = current; profile; ) {
    const update = changesSearch ? buildSearchableUpdate(profile, edit) : setAttributes(edit);
    const response = await attemptWrite(
      table.send(
        new UpdateCommand({
          TableName: tableName(),
          Key: profileKey(profile.userId),
          ConditionExpression: PROFILE_EXISTS,
          ...update,
          ReturnValues: 'ALL_OLD',
        }),
      ),
    );
    if (response) {
      const before = response.Attributes as Profile;
      return { before, after: { ...before, ...edit } };
    }

    // A concurrent update may have changed the name or bio since the profile was read.
    profile = changesSearch ? await readProfile(profile.userId, { consistent: true }) : undefined;
  }

  throw new AccountDeleted();
}

/**
 * Builds the update of a profile whose name or bio changes, and of its search text. Fails if another update has changed
 * the name or bio since the profile was read: the search text would contain the earlier one.
 */
function buildSearchableUpdate({ username, bio }: Profile, edit: ProfileEdit) {
  const update = setAttributes({ ...edit, ...searchAttributes({ username, bio, ...edit }) });

  return {
    ...update,
    ConditionExpression: `${PROFILE_EXISTS} AND #readName = :readName AND #readBio = :readBio`,
    ExpressionAttributeNames: { ...update.ExpressionAttributeNames, '#readName': 'username', '#readBio': 'bio' },
    ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':readName': username, ':readBio': bio },
  };
}

/**
 * Refuses a member's access tokens that were issued before a time. Keeps a later time that is already stored.
 *
 * @param from - seconds since 1970
 * @returns the stored time
 * @throws AccountDeleted if the member has no profile or has deleted their account
 */
export async function refuseTokensBefore(userId: string, from: number): Promise<number> {
  const isStored = await isWritten(
    table.send(
      new UpdateCommand({
        TableName: tableName(),
        Key: profileKey(userId),
        UpdateExpression: 'SET tokensValidFrom = :from',
        ConditionExpression: `${PROFILE_EXISTS} AND (attribute_not_exists(tokensValidFrom) OR tokensValidFrom < :from)`,
        ExpressionAttributeValues: { ':from': from },
      }),
    ),
  );
  if (isStored) return from;

  const profile = await readProfile(userId, { consistent: true });
  if (!profile) throw new AccountDeleted();
  return profile.tokensValidFrom ?? from;
}

/** Returns the attributes of a profile for search and for the sort by name. */
export function searchAttributes({ username, bio }: Pick<Profile, 'username' | 'bio'>) {
  return { textOrder: usernameOrder(username), searchText: buildSearchText(username, bio) };
}

/** Returns the attributes of a profile that are derived from its totals. */
export function profileDepthAttributes(
  { userId, ...totals }: DepthTotals & { userId: string },
  shards = depthIndexShards(),
) {
  const depth = computeDepth(totals);

  return {
    depth,
    ...listAttributes('USER', userId, depth, shards),
    depthOrder: depthText(depth),
    // Lists use the depth as an upper bound of the bytes, so limit them even if a refund arrives before its payment.
    numberOrder: Math.min(totals.contributedBytes, maxBytesAtDepth(depth)),
  };
}
