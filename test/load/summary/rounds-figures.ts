import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FigureName } from '../figures.ts';
import { recordFigure } from '../results.ts';

/** The document whose table `npm run generate` writes. */
const DOCUMENT = join(import.meta.dirname, '../../../docs/access-patterns.md');

/** Matches a row of that table: the case, its rounds, and its budget. */
const ROW = /^\| ([^|]+) \| (\d+) \| (\d[^|]*) \|/;

/** The budget of endpoints that are neither lists nor the dashboard. */
const OTHER_BUDGET = '2 and a write';

/** The cases of each figure. A figure is the highest number of rounds among its cases. */
const CASES = {
  roundsTypedFiles: ['POST /files/list, with a type filter', 'POST /files/list, with a type filter, largest first'],
  roundsUserSearch: ['GET /users, a search without a result'],
  roundsFilesOneBand: ['POST /files/list, the newest in one band'],
  roundsFiles: ['POST /files/list', 'POST /files/list, largest first'],
  roundsMemberLists: ['GET /users/{userId}/files', 'GET /users/{userId}/posts'],
  roundsDashboard: ['GET /dashboard'],
  roundsLike: ['PUT /files/like', 'PUT /posts/{postId}/like'],
} as const satisfies Partial<Record<FigureName, readonly string[]>>;

/**
 * Returns the figures of rounds from the table in docs/access-patterns.md. A test compares that table with the code.
 * rounds/observe-rounds.ts defines a round.
 *
 * @throws Error if the table lacks a case
 */
export function readRounds(document: string): Readonly<Record<keyof typeof CASES | 'roundsOther', number>> {
  const rounds = new Map<string, number>();
  const otherCounts: number[] = [];

  for (const line of document.split('\n')) {
    const [, name = '', count, budget = ''] = ROW.exec(line) ?? [];
    if (count === undefined) continue;
    rounds.set(name, Number(count));
    if (budget.startsWith(OTHER_BUDGET)) otherCounts.push(Number(count));
  }

  const findWorst = (names: readonly string[]) => Math.max(...names.map((name) => findCount(rounds, name)));
  const figures = Object.entries(CASES).map(([figure, names]) => [figure, findWorst(names)]);

  return { ...Object.fromEntries(figures), roundsOther: Math.max(...otherCounts) };
}

/** Stores the figures of rounds. */
export function recordRounds(): void {
  const figures = readRounds(readFileSync(DOCUMENT, 'utf8'));
  for (const [name, value] of Object.entries(figures)) recordFigure(name as keyof typeof figures, value);
}

/** Returns the rounds of a case. */
function findCount(rounds: ReadonlyMap<string, number>, name: string): number {
  const count = rounds.get(name);
  if (count === undefined) {
    throw new Error(`docs/access-patterns.md lacks the rounds of "${name}". Run npm run generate.`);
  }
  return count;
}
