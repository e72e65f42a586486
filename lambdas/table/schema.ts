/**
 * The schema of the single table: its key attributes and its overloaded indexes. The CDK table construct and the
 * modules of this folder use it.
 */

/** The attributes of the primary key, and of the time to live. */
export const TABLE_KEYS = { partition: 'pk', sort: 'sk', expiry: 'expiresAt' } as const;

/**
 * Attributes that lists filter by, in addition to the index keys. Counters are not projected, so that a like or a view
 * doesn't write to the indexes.
 */
const FILTER_ATTRIBUTES = ['searchText', 'contentType', 'owner', 'depthOrder'] as const;

/** An index of the table. */
interface IndexDefinition {
  readonly partition: 'list' | 'depthList' | 'typeList' | 'owner';
  readonly sort: 'depthOrder' | 'textOrder' | 'numberOrder';
  readonly sortType: 'S' | 'N';
  /** Attributes that the index contains, in addition to its keys. */
  readonly projected: readonly string[];
}

/** Defines an index by its keys. It contains all filter attributes. */
const defineIndex = (
  partition: IndexDefinition['partition'],
  sort: IndexDefinition['sort'],
  {
    sortType = 'S',
    alsoProjected = [],
  }: { sortType?: IndexDefinition['sortType']; alsoProjected?: readonly string[] } = {},
): IndexDefinition => ({
  partition,
  sort,
  sortType,
  projected: [
    ...FILTER_ATTRIBUTES.filter((attribute) => attribute !== partition && attribute !== sort),
    ...alsoProjected,
  ],
});

/** The indexes. Their key attributes are overloaded: each type of item decides what its values mean. */
export const INDEXES = {
  // `ByText` and `ByNumber` are divided into bands of depth (docs/depth-index.md#bands). This index isn't, because its
  // sort key is the depth.
  ByDepth: defineIndex('depthList', 'depthOrder'),
  // The unread count reads the rows of an inbox here.
  ByText: defineIndex('list', 'textOrder', { alsoProjected: ['unreadCount'] }),
  ByNumber: defineIndex('list', 'numberOrder', { sortType: 'N' }),
  // These two list the files of one type, so that listing a rare type reads no more rows than listing a
  // common one. See docs/adr/0044-lists-by-type.md.
  ByTypeText: defineIndex('typeList', 'textOrder'),
  ByTypeNumber: defineIndex('typeList', 'numberOrder', { sortType: 'N' }),
  // The viewer's own items above the viewer's depth are read here. Lists by size need `numberOrder` to merge them.
  ByOwner: defineIndex('owner', 'textOrder', { alsoProjected: ['numberOrder'] }),
} as const satisfies Record<string, IndexDefinition>;

export type IndexName = keyof typeof INDEXES;

/** Indexes that a stage can leave out while they are added to its table. See docs/deploying.md#new-indexes. */
export const OMITTABLE_INDEXES = ['ByTypeText', 'ByTypeNumber'] as const satisfies readonly IndexName[];
