import { parseArgs } from 'node:util';

/** The file of each part of the benchmarks, in the order they run. */
export const PART_FILES = {
  capacity: 'capacity/capacity.ts',
  scale: 'scale/scale.ts',
  'people-scale': 'scale/people-scale.ts',
  sdk: 'sdk/sdk.ts',
  bundles: 'functions/bundles.ts',
  'cold-starts': 'functions/cold-starts.ts',
  'deploy-figures': 'functions/deploy-figures.ts',
  renditions: 'media/renditions.ts',
  messages: 'messages/messages.ts',
  feed: 'feed/feed.ts',
  sizes: 'pages/sizes.ts',
  lighthouse: 'pages/lighthouse.ts',
  water: 'pages/water.ts',
  cards: 'pages/cards.ts',
  kills: 'kills/kills.ts',
  'first-starts': 'starts/first-starts.ts',
  memory: 'starts/memory.ts',
  peers: 'peers/peers.ts',
  summary: 'summary/summary.ts',
} as const;

/** A part of the benchmarks. */
export type Part = keyof typeof PART_FILES;

/** The names of all parts. */
const PARTS = Object.keys(PART_FILES) as Part[];

/** The options of `npm run bench`. */
interface BenchOptions {
  readonly parts: readonly Part[];
  /** Numbers of files in the tables, smallest first. */
  readonly sizes: readonly number[];
  /** Numbers of members in the tables of members, smallest first. */
  readonly memberCounts: readonly number[];
  /** Numbers of messages that are sent while connections break, one run each. */
  readonly messageCounts: readonly number[];
  /** Maximum number of timed runs per query. */
  readonly runs: number;
  /** Time for which the local cloud is used while its memory is read, in minutes. */
  readonly minutes: number;
}

/** Numbers of files without `--sizes`, and for `--sizes all`. */
const DEFAULT_SIZES = [1000, 10_000, 100_000];
const ALL_SIZES = [...DEFAULT_SIZES, 1_000_000];

/** Numbers of members. Fewer sizes than of files, because each size fills two tables with three kinds of items. */
const DEFAULT_MEMBER_COUNTS = [1000, 10_000];
const ALL_MEMBER_COUNTS = [1000, 1_000_000];

/** Numbers of messages. */
const DEFAULT_MESSAGE_COUNTS = [1000];
const ALL_MESSAGE_COUNTS = [10_000];

/** Limits of `--sizes`. */
const MIN_SIZE = 1000;
const MAX_SIZE = 5_000_000;

/** Minutes of use in the part `memory`. */
const DEFAULT_MINUTES = 60;

/** The text that `--help` prints. */
export const HELP = `Measures costs and latencies, against a database on this machine.

  npm run bench                            capacity; scale at ${DEFAULT_SIZES.join(', ')} files;
                                           people-scale at ${DEFAULT_MEMBER_COUNTS.join(', ')} members, with a post each;
                                           sdk: CPU per request with the plain AWS SDK and with ours;
                                           bundles; cold-starts: from the start of a process to the first response;
                                           deploy-figures: time and output of \`cdk synth\`;
                                           renditions: time and memory to render pictures, by format;
                                           messages: ${DEFAULT_MESSAGE_COUNTS.join(', ')} while connections break;
                                           feed: time until a change reaches an open page, and writes with a stream;
                                           sizes: downloads of each screen;
                                           lighthouse: scores of home, dashboard, files, and chat;
                                           water: cost of a frame of the ocean, and of pages without input;
                                           cards: scrolling through 1,000 files, and typing above them;
                                           kills: what twenty kills of cloud and database lose under load;
                                           first-starts: whether \`npm start\` completes, and its time;
                                           memory: memory of the local cloud during an hour of use;
                                           peers: the same requests to Directus and Parse Server on PostgreSQL;
                                           summary: writes these figures and their budgets into
                                           docs/benchmarks.md
  npm run bench -- --sizes 1000,10000      scale at other sizes (${MIN_SIZE} to ${MAX_SIZE})
  npm run bench -- --sizes all             up to a million of each: 45 minutes, 10 GB on disk
  npm run bench -- --only capacity         one part: ${PARTS.join(' or ')}
  npm run bench -- --runs 200              time each query up to 200 times instead of 30
  npm run bench -- --minutes 10            use the local cloud for 10 minutes instead of ${DEFAULT_MINUTES}, in the part memory
`;

/**
 * Reads the command line.
 *
 * @returns the options, or 'help' for --help
 * @throws Error if an option is invalid
 */
export function readOptions(args: readonly string[]): BenchOptions | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sizes: { type: 'string' },
      only: { type: 'string' },
      runs: { type: 'string', default: '30' },
      minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return 'help';

  const parts = PARTS.filter((part) => values.only === undefined || values.only === part);
  if (parts.length === 0) throw new Error(`--only takes ${PARTS.join(' or ')}, not "${values.only}".`);

  return {
    parts,
    sizes: parseSizes(values.sizes, DEFAULT_SIZES, ALL_SIZES),
    memberCounts: parseSizes(values.sizes, DEFAULT_MEMBER_COUNTS, ALL_MEMBER_COUNTS),
    messageCounts: parseSizes(values.sizes, DEFAULT_MESSAGE_COUNTS, ALL_MESSAGE_COUNTS),
    runs: parseInteger('--runs', values.runs, 1, 10_000),
    minutes: parseInteger('--minutes', values.minutes, 1, 24 * 60),
  };
}

/** Parses a list of sizes, and sorts it. Returns the defaults without a list, or all sizes for "all". */
function parseSizes(
  text: string | undefined,
  defaults: readonly number[],
  allSizes: readonly number[],
): readonly number[] {
  if (text === undefined) return defaults;
  if (text === 'all') return allSizes;

  const sizes = text.split(',').map((size) => parseInteger('--sizes', size, MIN_SIZE, MAX_SIZE));
  return [...new Set(sizes)].sort((a, b) => a - b);
}

/** Parses the whole number of an option. */
function parseInteger(option: string, text: string, min: number, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw new Error(`${option} takes whole numbers from ${min} to ${max}, not "${text}".`);
}
