/** Which changes of an item the feed delivers: all, those after which the purge job finds the item, or its removal. */
type Delivery = 'all' | 'queued for purge' | 'removed';

/**
 * The types of items whose changes the feed delivers. The template drops all other changes before they cost a call, so
 * none of the views' own rows may be in this list.
 */
export const SOURCES = {
  profile: 'all',
  // Not all changes: likes, comments, and views change posts and files often, and no view or effect needs them.
  post: 'queued for purge',
  file: 'removed',
} as const satisfies Record<string, Delivery>;

export type SourceType = keyof typeof SOURCES;

/** The types from which views can be made. */
export type ViewSourceType = { [T in SourceType]: (typeof SOURCES)[T] extends 'all' ? T : never }[SourceType];

export const SOURCE_TYPES = Object.keys(SOURCES) as SourceType[];
