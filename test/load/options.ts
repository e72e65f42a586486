import { parseArgs } from 'node:util';

/** The file of each part of the benchmarks, in the order they run. */
export const PART_FILES = {
  capacity: 'capacity/capacity.ts',
  scale: 'scale/scale.ts',
  'people-scale': 'scale/people-scale.ts',
  bundles: 'functions/bundles.ts',
  'cold-starts': 'functions/cold-starts.ts',
  'deploy-figures': 'functions/deploy-figures.ts',
  messages: 'messages/messages.ts',
  sizes: 'pages/sizes.ts',
  lighthouse: 'pages/lighthouse.ts',
  water: 'pages/water.ts',
} as const;
export type Part = keyof typeof PART_FILES;
const PARTS = Object.keys(PART_FILES) as Part[];

interface BenchOptions {
  readonly parts: readonly Part[];
  /** Files in each table, smallest first. */
  readonly sizes: readonly number[];
  /** Members in each table of people, smallest first. */
  readonly sizesOfPeople: readonly number[];
  /** Messages that are sent while connections break. */
  readonly sizesOfMessages: readonly number[];
  /** How often each question is timed at most. */
  readonly runs: number;
}

const DEFAULT_SIZES = [1000, 10_000, 100_000];
const ALL_SIZES = [...DEFAULT_SIZES, 1_000_000];
/** Fewer, since each has two tables, and three kinds of item: the smallest and the largest tell. */
const DEFAULT_SIZES_OF_PEOPLE = [1000, 10_000];
const ALL_SIZES_OF_PEOPLE = [1000, 1_000_000];
const DEFAULT_SIZES_OF_MESSAGES = [1000];
const ALL_SIZES_OF_MESSAGES = [10_000];
const SMALLEST = 1000;
const LARGEST = 5_000_000;

export const HELP = `Measures what the table's access patterns cost, against a database on this machine.

  npm run bench                            capacity; scale at ${DEFAULT_SIZES.join(', ')} files;
                                           people-scale at ${DEFAULT_SIZES_OF_PEOPLE.join(', ')} members, with a post each;
                                           bundles; cold-starts: from the start of a process to the first answer;
                                           deploy-figures: what \`cdk synth\` takes and makes;
                                           messages: ${DEFAULT_SIZES_OF_MESSAGES.join(', ')} of them while connections break;
                                           sizes: what each screen downloads;
                                           lighthouse: the scores of the home page and the dashboard;
                                           water: what a frame of particles and bubbles costs
  npm run bench -- --sizes 1000,10000      scale at other sizes (${SMALLEST} to ${LARGEST})
  npm run bench -- --sizes all             up to a million of each: three quarters of an hour, and 10 GB on disk
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
  return {
    parts,
    sizes: sizesOf(values.sizes, DEFAULT_SIZES, ALL_SIZES),
    sizesOfPeople: sizesOf(values.sizes, DEFAULT_SIZES_OF_PEOPLE, ALL_SIZES_OF_PEOPLE),
    sizesOfMessages: sizesOf(values.sizes, DEFAULT_SIZES_OF_MESSAGES, ALL_SIZES_OF_MESSAGES),
    runs: wholeNumber('--runs', values.runs, 1, 10_000),
  };
}

function sizesOf(text: string | undefined, usual: readonly number[], all: readonly number[]): readonly number[] {
  if (text === undefined) return usual;
  if (text === 'all') return all;
  const sizes = text.split(',').map((size) => wholeNumber('--sizes', size, SMALLEST, LARGEST));
  return [...new Set(sizes)].sort((a, b) => a - b);
}

function wholeNumber(option: string, text: string, least: number, most: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new Error(`${option} takes whole numbers from ${least} to ${most}, not "${text}".`);
}
