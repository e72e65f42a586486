/**
 * The shape of the single table (design §3): its key attributes and its four overloaded indexes. The table construct
 * builds it, the entities fill it.
 */

export const TABLE_KEYS = { partition: 'pk', sort: 'sk', expiry: 'expiresAt' } as const;

/**
 * Attributes that a list filters by, beside the index's own keys. Counters stay out of the indexes, so that a like or
 * a view writes to the table alone.
 */
const FILTERED = ['searchText', 'contentType', 'owner', 'depthOrder'] as const;

interface IndexDefinition {
  readonly partition: 'list' | 'depthList' | 'owner';
  readonly sort: 'depthOrder' | 'textOrder' | 'numberOrder';
  readonly sortType: 'S' | 'N';
  readonly projected: readonly string[];
}

const definition = (
  partition: IndexDefinition['partition'],
  sort: IndexDefinition['sort'],
  { sortType = 'S', also = [] }: { sortType?: IndexDefinition['sortType']; also?: string[] } = {},
): IndexDefinition => ({
  partition,
  sort,
  sortType,
  projected: [...FILTERED.filter((attribute) => attribute !== partition && attribute !== sort), ...also],
});

export const INDEXES = {
  // Whoever lists by depth needs no bands of it.
  ByDepth: definition('depthList', 'depthOrder'),
  // Unread conversations are counted by it.
  ByText: definition('list', 'textOrder', { also: ['unreadCount'] }),
  ByNumber: definition('list', 'numberOrder', { sortType: 'N' }),
  // What one member published is also shown by size.
  ByOwner: definition('owner', 'textOrder', { also: ['numberOrder'] }),
} as const satisfies Record<string, IndexDefinition>;

export type IndexName = keyof typeof INDEXES;
