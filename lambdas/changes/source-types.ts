/**
 * The types of items whose changes the feed delivers. The template drops all others before they cost a call, so none of
 * the views' own rows may be in this list.
 */
export const SOURCE_TYPES = ['profile'] as const;

export type SourceType = (typeof SOURCE_TYPES)[number];
