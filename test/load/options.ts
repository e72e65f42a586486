import { parseArgs } from 'node:util';

export const PARTS = ['capacity', 'scale'] as const;
export type Part = (typeof PARTS)[number];

export interface BenchOptions {
  readonly parts: readonly Part[];
  /** Files in each table, smallest first. */
  readonly sizes: readonly number[];
  /** How often each question is timed at most. */
  readonly runs: number;
}

const DEFAULT_SIZES = [1000, 10_000, 100_000];
const ALL_SIZES = [...DEFAULT_SIZES, 1_000_000];
const SMALLEST = 1000;
const LARGEST = 5_000_000;

export const HELP = `Measures what the table's access patterns cost, against a database on this machine.

  npm run bench                            capacity, and scale at ${DEFAULT_SIZES.join(', ')} files
  npm run bench -- --sizes 1000,10000      scale at other sizes (${SMALLEST} to ${LARGEST})
  npm run bench -- --sizes all             scale at ${ALL_SIZES.join(', ')}: a quarter of an hour, and 10 GB on disk
  npm run bench -- --only capacity         one part: ${PARTS.join(' or ')}
  npm run bench -- --runs 200              time each question 200 times, instead of 30, at most
`;

/**
 * Reads the command line.
 *
 * @returns the options, or 'help' when that is what was asked for
 * @throws Error saying what is wrong with it
 */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string' },
      only: { type: 'string' },
      runs: { type: 'string', default: '30' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';
  const parts = PARTS.filter((part) => values.only === undefined || values.only === part);
  if (parts.length === 0) throw new Error(`--only takes ${PARTS.join(' or ')}, not "${values.only}".`);
  return { parts, sizes: sizesOf(values.sizes), runs: wholeNumber('--runs', values.runs, 1, 10_000) };
}

function sizesOf(text: string | undefined): number[] {
  if (text === undefined) return DEFAULT_SIZES;
  if (text === 'all') return ALL_SIZES;
  const sizes = text.split(',').map((size) => wholeNumber('--sizes', size, SMALLEST, LARGEST));
  return [...new Set(sizes)].sort((a, b) => a - b);
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(`${option} takes whole numbers from ${least} to ${most}, not "${text}".`);
}
