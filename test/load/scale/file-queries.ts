/**
 * Queries for lists of files. They call `listFiles` like the endpoint, so they include all its steps: the viewer's
 * profile, the cursor, the merge over the depth index, the files' items, their uploaders, the viewer's likes, and
 * presigned URLs. They exclude the gateway, the wrapper, and the network.
 */
import { listFiles } from '../../../lambdas/files/list.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { files } from '../../../shared/contract/files.ts';
import { computeDepth } from '../../../shared/rules/depth.ts';
import { FILES_BULK_LIMIT } from '../../../shared/rules/limits.ts';
import { toCaller } from '../caller.ts';
import type { QueryCase } from './measure.ts';
import { computeTotalsForDepth, RARE_WORD, UNKNOWN_WORD } from './population.ts';

type Page = Awaited<ReturnType<typeof listFiles>>;

/** The body of a request, without `userId`. */
type Body = Readonly<Record<string, unknown>>;

/** The query for the newest files, without a search. */
export const FIRST_PAGE = buildQueryCase('first page', {});

/** All queries for files. */
export const QUERY_CASES: readonly QueryCase[] = [
  FIRST_PAGE,
  { ...buildQueryCase('tenth page', {}), skippedPages: 9 },
  { ...buildQueryCase('page 101', {}), skippedPages: 100 },
  buildQueryCase('largest first', { sortBy: 'size' }),
  buildQueryCase('PDFs', { fileType: 'application/pdf' }),
  buildQueryCase('search, rare', { q: RARE_WORD }),
  buildQueryCase('search, no match', { q: UNKNOWN_WORD }),
  buildQueryCase('Load All', { limit: FILES_BULK_LIMIT, outline: true }),
];

/** Builds a query for files with this request. Load All returns an outline instead of files. */
function buildQueryCase(label: string, body: Body): QueryCase {
  return {
    label,
    run: async (viewer, cursor) => {
      const { files, outline = files, lastKey } = await requestFiles(viewer, body, cursor);
      return { rows: outline.length, cursor: lastKey };
    },
  };
}

/** Depths of the viewers, in metres. */
const VIEWER_METRES = [5, 150, 10_000] as const;

/** The viewers who request the lists. */
export const VIEWERS = VIEWER_METRES.map((metres, number) => buildViewer(metres, number));

/** A viewer above all files, because generated members are at 10,500 m at most. */
export const TOP_VIEWER = buildViewer(11_000, VIEWERS.length);

/** Depths of the uploaders, in metres. Each is in a different depth band (docs/glossary.md). */
const UPLOADER_METRES = [3, 120, 9000] as const;

/** Members who publish files during the measurements. All viewers see the first uploader's files. */
export const UPLOADERS = UPLOADER_METRES.map((metres, number) => buildViewer(metres, VIEWERS.length + 1 + number));

/** Builds a viewer at this depth. The number has one digit, which ends the viewer's ID. */
export function buildViewer(metres: number, number: number): Profile {
  const totals = computeTotalsForDepth(metres);

  return {
    userId: `7d1e0b52-0000-4000-8000-00000000000${number}`,
    email: `viewer${number}@fathom.example`,
    username: `${metres.toLocaleString('en-US')} m`,
    bio: '',
    profilePicture: '',
    ...totals,
    depth: computeDepth(totals),
    peakDepth: computeDepth(totals),
    followersCount: 0,
    followingCount: 0,
    version: 1,
    createdAt: '2026-11-01T00:00:00.000Z',
  };
}

/** Requests a page of files as a viewer. */
export function requestFiles({ userId }: Profile, body: Body, lastKey?: string | null): Promise<Page> {
  const request = { ...body, userId, ...(lastKey && { lastKey }) };
  return listFiles(toCaller(userId), files.list.body.parse(request));
}
