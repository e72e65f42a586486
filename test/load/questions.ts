import { listFiles } from '../../lambdas/files/list-files.ts';
import type { Profile } from '../../lambdas/table/profile.ts';
import { files } from '../../shared/contract/files.ts';
import { depthOf } from '../../shared/depth/depth.ts';
import { FILES_BULK_LIMIT } from '../../shared/depth/limits.ts';
import { RARE_WORD, totalsAt, UNKNOWN_WORD } from './population.ts';

/**
 * What is asked of a list of files: through `listFiles`, as the endpoint calls it. That is the viewer's profile, the
 * cursor, the merge over the depth index, the files' items, their uploaders, the viewer's likes, and a presigned URL
 * for each. It is not the gateway, the function's wrapper, or any network.
 */

export type Page = Awaited<ReturnType<typeof listFiles>>;

export interface Question {
  readonly label: string;
  /** The request's body, apart from who asks. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Pages that are read first, to get the cursor. */
  readonly pagesBefore?: number;
}

export const QUESTIONS: readonly Question[] = [
  { label: 'first page', body: {} },
  { label: 'tenth page', body: {}, pagesBefore: 9 },
  { label: 'largest first', body: { sortBy: 'size' } },
  { label: 'PDFs', body: { fileType: 'application/pdf' } },
  { label: 'search, rare', body: { q: RARE_WORD } },
  { label: 'search, in vain', body: { q: UNKNOWN_WORD } },
  { label: 'Load All', body: { limit: FILES_BULK_LIMIT } },
];

/** Where the viewers are, in metres. */
const VIEWER_METRES = [5, 150, 10_000] as const;

/** Somebody who looks from so many metres. */
export const VIEWERS: readonly Profile[] = VIEWER_METRES.map((metres, number) => ({
  userId: `7d1e0b52-0000-4000-8000-00000000000${number}`,
  email: `looker${number}@fathom.example`,
  username: `${metres.toLocaleString('en-US')} m`,
  bio: '',
  profilePicture: '',
  ...totalsAt(metres),
  depth: depthOf(totalsAt(metres)),
  peakDepth: depthOf(totalsAt(metres)),
  followersCount: 0,
  followingCount: 0,
  version: 1,
  createdAt: '2026-11-01T00:00:00.000Z',
}));

/** Asks one question as a viewer. */
export function ask({ userId, username }: Profile, body: Question['body'], lastKey?: string | null): Promise<Page> {
  const request = { ...body, userId, ...(lastKey && { lastKey }) };
  return listFiles({ userId, username }, files.list.body.parse(request));
}

/** The cursor that a question is asked with; null where there are not so many pages, or where it needs none. */
export async function cursorOf(viewer: Profile, { body, pagesBefore = 0 }: Question): Promise<string | null> {
  let lastKey: string | null = null;
  for (let page = 0; page < pagesBefore; page++) {
    ({ lastKey } = await ask(viewer, body, lastKey));
    if (!lastKey) return null;
  }
  return lastKey;
}
