import { listFiles } from '../../../lambdas/files/list.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { files } from '../../../shared/contract/files.ts';
import { depthOf } from '../../../shared/depth/depth.ts';
import { FILES_BULK_LIMIT } from '../../../shared/depth/limits.ts';
import type { Question } from './measure.ts';
import { RARE_WORD, totalsAt, UNKNOWN_WORD } from './population.ts';

/**
 * What is asked of a list of files: through `listFiles`, as the endpoint calls it. That is the viewer's profile, the
 * cursor, the merge over the depth index, the files' items, their uploaders, the viewer's likes, and a presigned URL
 * for each. It is not the gateway, the function's wrapper, or any network.
 */

type Page = Awaited<ReturnType<typeof listFiles>>;

/** The request's body, apart from who asks. */
type Body = Readonly<Record<string, unknown>>;

export const QUESTIONS: readonly Question[] = [
  question('first page', {}),
  { ...question('tenth page', {}), pagesBefore: 9 },
  question('largest first', { sortBy: 'size' }),
  question('PDFs', { fileType: 'application/pdf' }),
  question('search, rare', { q: RARE_WORD }),
  question('search, in vain', { q: UNKNOWN_WORD }),
  question('Load All', { limit: FILES_BULK_LIMIT }),
];

function question(label: string, body: Body): Question {
  return {
    label,
    ask: async (viewer, cursor) => {
      const { files, lastKey } = await ask(viewer, body, cursor);
      return { rows: files.length, cursor: lastKey };
    },
  };
}

/** Where the viewers are, in metres. */
const VIEWER_METRES = [5, 150, 10_000] as const;

export const VIEWERS = VIEWER_METRES.map((metres, number) => viewerAt(metres, number));

/** Somebody who looks from so many metres. */
export function viewerAt(metres: number, number: number): Profile {
  const totals = totalsAt(metres);
  return {
    userId: `7d1e0b52-0000-4000-8000-00000000000${number}`,
    email: `looker${number}@fathom.example`,
    username: `${metres.toLocaleString('en-US')} m`,
    bio: '',
    profilePicture: '',
    ...totals,
    depth: depthOf(totals),
    peakDepth: depthOf(totals),
    followersCount: 0,
    followingCount: 0,
    version: 1,
    createdAt: '2026-11-01T00:00:00.000Z',
  };
}

/** Asks one question as a viewer. */
export function ask({ userId, username }: Profile, body: Body, lastKey?: string | null): Promise<Page> {
  const request = { ...body, userId, ...(lastKey && { lastKey }) };
  return listFiles({ userId, username }, files.list.body.parse(request));
}
