import { z } from 'zod';
import { mainTypeOf, partitionIdOf, sortIdOf } from '../../../lambdas/table/item-types.ts';
import { digestOfMember, likeKey } from '../../../lambdas/table/keys.ts';
import type { Facts } from './facts.ts';
import { createItemCheck } from './item-checks.ts';
import { IN_MEMBER_PARTITION, type ItemDefinition } from './item-definition.ts';
import { isoTimeSchema, primaryKeyShape, textSchema } from './item-schemas.ts';

/** The likers of an item. They are never empty, because DynamoDB has no empty sets. */
export const likersSchema = z.array(textSchema).min(1).optional();

interface ItemWithLikers {
  readonly pk: string;
  readonly likers?: readonly string[] | undefined;
}

/** Stores the likers that an item contains. */
export function collectLikers({ pk: item, likers = [] }: ItemWithLikers, facts: Facts): void {
  for (const digest of likers) facts.add('liker', { item, digest });
}

const checkLike = createItemCheck({
  schema: z.object({ ...primaryKeyShape, likedAt: isoTimeSchema }),
  key: (like) => likeKey(partitionIdOf(like), { pk: sortIdOf('like', like) }),
  findWrongKey: (like) => {
    const likedType = mainTypeOf({ pk: sortIdOf('like', like) });
    return likedType === 'file' || likedType === 'post' ? undefined : 'the key of a file or post';
  },
  collect: (like, facts) => {
    const user = partitionIdOf(like);
    facts.add('liked', { user, item: sortIdOf('like', like), digest: digestOfMember(user) });
  },
});

/** The item type of likes. */
export const likeItems = {
  like: {
    description: 'The member likes a file or a post',
    export: IN_MEMBER_PARTITION,
    check: checkLike,
    invariants: ['like-counts', 'likers', 'purge-complete'],
  },
} as const satisfies Record<string, ItemDefinition>;
