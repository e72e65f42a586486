import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { bandOf } from '../../shared/depth/bands.ts';
import { type DepthTotals, depthOf, type Micrometres } from '../../shared/depth/depth.ts';
import { batchGet } from './batch-get.ts';
import { depthIndexShards, table, tableName } from './client.ts';
import { depthText, listPartition, profileKey, shardOf } from './keys.ts';

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

/**
 * One member's profile, or undefined.
 *
 * @param options.consistent - whether the answer must hold what has just been written; costs twice
 */
export async function getProfile(userId: string, { consistent = false } = {}): Promise<Profile | undefined> {
  const { Item } = await table.send(
    new GetCommand({ TableName: tableName(), Key: profileKey(userId), ConsistentRead: consistent }),
  );
  return Item as Profile | undefined;
}

/** Profiles by member id; whoever has none is absent. */
export async function getProfiles(userIds: readonly string[]): Promise<Map<string, Profile>> {
  const items = await batchGet<Profile>(userIds.map(profileKey));
  return new Map(items.map((profile) => [profile.userId, profile]));
}

/**
 * Stores a new member's profile at the bottom of the ocean, unless they have one.
 *
 * @returns the profile that is stored now
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
  const textOrder = profile.username.toLowerCase();
  try {
    await table.send(
      new PutCommand({
        TableName: tableName(),
        Item: {
          ...profileKey(member.userId),
          ...profile,
          ...profileDepthAttributes(profile),
          textOrder,
          searchText: textOrder,
        },
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    return profile;
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
    return (await getProfile(member.userId, { consistent: true }))!;
  }
}

/** The attributes of a profile that follow from its totals. */
export function profileDepthAttributes({ userId, ...totals }: DepthTotals & { userId: string }) {
  const depth = depthOf(totals);
  return {
    depth,
    list: listPartition('USER', bandOf(depth), shardOf(userId, depthIndexShards())),
    depthOrder: depthText(depth),
    numberOrder: totals.contributedBytes,
  };
}
