/**
 * Tests of the function that receives the changes of the table's items. It updates views, such as the histogram of
 * depths, and starts effects: frames with a new depth, purges, and deletions of objects.
 */
import { randomUUID } from 'node:crypto';
import { marshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttled } from '../platform/errors.ts';
import { logger } from '../platform/logger.ts';
import { type ItemKey, itemKey, PENDING_PURGE } from '../table/item-types.ts';
import { applyChanges } from './apply-changes.ts';

const { countMember, uncountMember } = vi.hoisted(() => ({ countMember: vi.fn(), uncountMember: vi.fn() }));
vi.mock('../table/depth-histogram.ts', () => ({ countMember, uncountMember }));
const { notifyDepth, startPurge } = vi.hoisted(() => ({ notifyDepth: vi.fn(), startPurge: vi.fn() }));
vi.mock('../platform/depth-notice.ts', () => ({ notifyDepth }));
vi.mock('../platform/purge-request.ts', () => ({ startPurge }));
const { findDeletionOfFile, completeFileDeletion } = vi.hoisted(() => ({
  findDeletionOfFile: vi.fn(),
  completeFileDeletion: vi.fn(),
}));
vi.mock('../table/deletion-evidence.ts', () => ({ findDeletionOfFile }));
vi.mock('../storage/derived-objects.ts', () => ({ completeFileDeletion }));

beforeEach(() => {
  countMember.mockReset();
  uncountMember.mockReset();
  notifyDepth.mockReset();
  startPurge.mockReset();
  findDeletionOfFile.mockReset();
  completeFileDeletion.mockReset();
  vi.spyOn(logger, 'error').mockReturnValue();
});

/** The attributes of a profile that matter here. */
interface State {
  readonly version?: number;
  readonly username?: string;
  /** 7 by default. */
  readonly depth?: number;
  readonly owner?: string;
  readonly deletedAt?: string;
}

const buildImage = (userId: string, state: State) =>
  marshall({ ...itemKey('profile', userId), userId, depth: 7, ...state });

/** Builds the record of a change of a profile. Undefined stands for no profile. */
function buildRecord(userId: string, before: State | undefined, after: State | undefined): DynamoDBRecord {
  const dynamodb = {
    Keys: marshall(itemKey('profile', userId)),
    OldImage: before && buildImage(userId, before),
    NewImage: after && buildImage(userId, after),
  };
  return { eventName: 'MODIFY', dynamodb } as DynamoDBRecord;
}

type AnyItem = ItemKey & Readonly<Record<string, unknown>>;

/** Builds the record of a change of any item. */
function buildItemRecord(before: AnyItem | undefined, { pk, sk, ...after }: AnyItem): DynamoDBRecord {
  const dynamodb = {
    Keys: marshall({ pk, sk }),
    OldImage: before && marshall(before),
    NewImage: marshall({ pk, sk, ...after }),
  };
  return { eventName: 'MODIFY', dynamodb } as DynamoDBRecord;
}

/** Builds the record of the removal of any item. */
function buildRemoval({ pk, sk, ...item }: AnyItem): DynamoDBRecord {
  const dynamodb = { Keys: marshall({ pk, sk }), OldImage: marshall({ pk, sk, ...item }) };
  return { eventName: 'REMOVE', dynamodb } as DynamoDBRecord;
}

describe('applyChanges', () => {
  it('counts a new member, and a member whose profile has a new version', async () => {
    const newId = randomUUID();
    const risenId = randomUUID();
    await applyChanges([
      buildRecord(newId, undefined, { version: 0 }),
      buildRecord(risenId, { version: 1 }, { version: 2 }),
    ]);

    expect(countMember.mock.calls.map(([{ userId, version }]) => [userId, version])).toEqual([
      [newId, 0],
      [risenId, 2],
    ]);
  });

  it('ignores changes that keep the version of the profile, such as a new username', async () => {
    const userId = randomUUID();
    await applyChanges([buildRecord(userId, { version: 1, username: 'Ada' }, { version: 1, username: 'Ada L.' })]);

    expect(countMember).not.toHaveBeenCalled();
  });

  it('ignores items other than profiles', async () => {
    // A like is in the member's partition, as the profile is.
    const key = { ...itemKey('like', randomUUID(), 'POST#1'), version: 1 };
    await applyChanges([
      { eventName: 'INSERT', dynamodb: { Keys: marshall(key) as never, NewImage: marshall(key) as never } },
    ]);

    expect(countMember).not.toHaveBeenCalled();
    expect(uncountMember).not.toHaveBeenCalled();
  });

  it('applies all changes of a member in the order of the records', async () => {
    const userId = randomUUID();
    await applyChanges([2, 0, 1].map((version) => buildRecord(userId, { version: version - 1 }, { version })));

    expect(countMember.mock.calls.map(([{ version }]) => version)).toEqual([2, 0, 1]);
  });

  it.each([
    ['whose account is deleted', { deletedAt: '2026-01-01T00:00:00.000Z' }],
    ['whose profile is removed', undefined],
  ])('stops counting a member %s', async (_, after) => {
    const userId = randomUUID();
    await applyChanges([buildRecord(userId, { version: 4 }, after)]);

    expect(uncountMember).toHaveBeenCalledExactlyOnceWith(userId);
  });

  it('logs a change that cannot be applied, and applies all other changes', async () => {
    const failingId = randomUUID();
    const otherId = randomUUID();
    countMember.mockRejectedValueOnce(new TypeError('wrong'));

    await applyChanges([failingId, otherId].map((userId) => buildRecord(userId, undefined, { version: 0 })));

    expect(countMember.mock.calls.map(([{ userId }]) => userId)).toEqual([failingId, otherId]);
    expect(vi.mocked(logger.error).mock.calls[0]).toMatchObject([
      'Row not processed',
      { type: 'profile', id: failingId },
    ]);
  });

  it('throws a transient error immediately, so that the batch is delivered again', async () => {
    countMember.mockRejectedValueOnce(new Throttled());
    const records = [randomUUID(), randomUUID()].map((userId) => buildRecord(userId, undefined, { version: 0 }));

    await expect(applyChanges(records)).rejects.toThrow(Throttled);
    expect(countMember).toHaveBeenCalledTimes(1);
  });
});

describe('effects of changes', () => {
  it("sends a member's depth once after all changes of a batch, and after the views", async () => {
    const userId = randomUUID();
    countMember.mockImplementation(async () => expect(notifyDepth).not.toHaveBeenCalled());

    await applyChanges([
      buildRecord(userId, { version: 1, depth: 1 }, { version: 2, depth: 2 }),
      buildRecord(userId, { version: 2, depth: 2 }, { version: 3, depth: 3 }),
    ]);

    expect(countMember).toHaveBeenCalledTimes(2);
    expect(notifyDepth).toHaveBeenCalledExactlyOnceWith({ userId });
  });

  it.each([
    ['a new member', undefined, { version: 0 }],
    ['a change that leaves the depth as it is', { version: 1 }, { version: 2 }],
    ['a deleted account', { version: 1 }, { deletedAt: '2026-01-01T00:00:00.000Z' }],
    ['a removed profile', { version: 1 }, undefined],
  ])('sends no depth for %s', async (_, before, after) => {
    await applyChanges([buildRecord(randomUUID(), before, after)]);

    expect(notifyDepth).not.toHaveBeenCalled();
  });

  it('sends the depths of all other members if one of them fails', async () => {
    const members = [randomUUID(), randomUUID()];
    notifyDepth.mockRejectedValueOnce(new TypeError('wrong'));

    const records = members.map((userId) => buildRecord(userId, { version: 1, depth: 1 }, { version: 2, depth: 2 }));
    await applyChanges(records);

    expect(notifyDepth.mock.calls.map(([{ userId }]) => userId)).toEqual(members);
    expect(vi.mocked(logger.error).mock.calls[0]).toMatchObject([
      'Row not processed',
      { effect: 'depth-frames', id: members[0] },
    ]);
  });

  it('starts the purge of an account and of a post when they are deleted', async () => {
    const userId = randomUUID();
    const postId = randomUUID();
    const post = { ...itemKey('post', postId), userId };
    const hiddenPost = { ...post, deletedAt: '2026-01-01T00:00:00.000Z', owner: PENDING_PURGE };

    await applyChanges([
      buildRecord(userId, { version: 1 }, { deletedAt: '2026-01-01T00:00:00.000Z', owner: PENDING_PURGE }),
      buildItemRecord(post, hiddenPost),
      // A repeated deletion, and the last step of the purge.
      buildItemRecord(hiddenPost, hiddenPost),
      buildRecord(userId, { deletedAt: 'x', owner: PENDING_PURGE }, { deletedAt: 'x' }),
    ]);

    expect(startPurge.mock.calls).toEqual([[{ kind: 'account', userId }], [{ kind: 'post', postId }]]);
  });

  it.each([
    ['completes the deletion of a file that its member deleted', 'file deleted', 1],
    ['leaves the objects of a deleted account to its purge', 'account deleted', 0],
    ['keeps the objects of a file without evidence of its deletion', undefined, 0],
  ])('%s', async (_, evidence, deletions) => {
    findDeletionOfFile.mockResolvedValueOnce(evidence);
    const file = { ...itemKey('file', randomUUID()), userId: randomUUID(), key: 'files/1/2/2' };

    await applyChanges([buildRemoval(file)]);

    expect(findDeletionOfFile).toHaveBeenCalledExactlyOnceWith(file.userId, file.key);
    expect(completeFileDeletion).toHaveBeenCalledTimes(deletions);
    for (const [key] of completeFileDeletion.mock.calls) expect(key).toBe(file.key);
  });

  it('deletes nothing when a file is recorded or changed', async () => {
    const file = { ...itemKey('file', randomUUID()), userId: randomUUID(), key: 'files/1/2/2' };
    await applyChanges([buildItemRecord(undefined, file), buildItemRecord(file, { ...file, views: 1 })]);

    expect(findDeletionOfFile).not.toHaveBeenCalled();
  });

  it('throws if Lambda is unavailable, so that the batch is delivered again', async () => {
    notifyDepth.mockRejectedValueOnce(new Throttled());
    const record = buildRecord(randomUUID(), { version: 1, depth: 1 }, { version: 2, depth: 2 });

    await expect(applyChanges([record])).rejects.toThrow(Throttled);
  });
});
