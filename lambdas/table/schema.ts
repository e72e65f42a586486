/**
 * The schema of the single table: its key attributes and its overloaded indexes. The CDK table construct and the
 * modules of this folder use it.
 */

export const TABLE_KEYS = { partition: 'pk', sort: 'sk', expiry: 'expiresAt' } as const;

/**
 * Attributes that lists filter by, in addition to the index keys. Counters are not projected, so that a like or a view
 * doesn't write to the indexes.
 */
const FILTER_ATTRIBUTES = ['searchText', 'contentType', 'owner', 'depthOrder'] as const;

interface IndexDefinition {
  readonly partition: 'list' | 'depthList' | 'typeList' | 'owner';
  readonly sort: 'depthOrder' | 'textOrder' | 'numberOrder';
  readonly sortType: 'S' | 'N';
  readonly projected: readonly string[];
}

const defineIndex = (
  partition: IndexDefinition['partition'],
  sort: IndexDefinition['sort'],
  { sortType = 'S', also = [] }: { sortType?: IndexDefinition['sortType']; also?: string[] } = {},
): IndexDefinition => ({
  partition,
  sort,
  sortType,
  projected: [...FILTER_ATTRIBUTES.filter((attribute) => attribute !== partition && attribute !== sort), ...also],
});

export const INDEXES = {
  // This index isn't divided into bands, because its sort key is the depth.
  ByDepth: defineIndex('depthList', 'depthOrder'),
  // The unread count reads this index.
  ByText: defineIndex('list', 'textOrder', { also: ['unreadCount'] }),
  ByNumber: defineIndex('list', 'numberOrder', { sortType: 'N' }),
  // These two list the files of one type, so that a rare type costs as much as a common one. See
  // docs/adr/0044-lists-by-type.md.
  ByTypeText: defineIndex('typeList', 'textOrder'),
  ByTypeNumber: defineIndex('typeList', 'numberOrder', { sortType: 'N' }),
  // Lists by size merge the viewer's own items above their depth, which they read from this index.
  ByOwner: defineIndex('owner', 'textOrder', { also: ['numberOrder'] }),
} as const satisfies Record<string, IndexDefinition>;

export type IndexName = keyof typeof INDEXES;

/** Indexes that a stage can leave out while they are added to its table. See docs/deploying.md#new-indexes. */
export const OMITTABLE_INDEXES = ['ByTypeText', 'ByTypeNumber'] as const satisfies readonly IndexName[];
