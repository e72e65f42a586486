import { startLargeTables, tableOf } from './large-tables.ts';
import { type Consumed, latencyOf, type Metered, meter, time } from './meter.ts';
import { listNaively } from './naive.ts';
import { readOptions } from './options.ts';
import { RARE_WORD } from './population.ts';
import { ask, cursorOf, QUESTIONS, type Question, VIEWERS } from './questions.ts';
import { type Measured, printBySize, printNaive, printRatios, printWholeSearch } from './scale-report.ts';
import { startSurroundings } from './surroundings.ts';

/** The second part of `npm run bench`: whether a list costs the same however many files there are. */

type Viewer = (typeof VIEWERS)[number];

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts answers this.');
const { sizes, runs } = options;

/** Milliseconds that the runs of one question at one size may take: what takes longer is run less often. */
const TIME_FOR_RUNS = runs * 60;
const FEWEST_RUNS = Math.min(runs, 5);
/** Seconds that one naive page may take: a table where it takes longer is left out. */
const BEARABLE_SECONDS = 60;
const NAIVE_RUNS = 20;

const say = (text: string) => console.error(text);
const stopSurroundings = startSurroundings();
const database = await startLargeTables(sizes, VIEWERS, say);

/** Runs something against the table of a size. */
function at<T>(size: number, run: () => Promise<T>): Promise<T> {
  process.env.TABLE_NAME = tableOf(size);
  return run();
}

/** One question from one viewer, at each size. */
async function measure(viewer: Viewer, question: Question): Promise<Measured[]> {
  const asked = [];
  for (const size of sizes) {
    const cursor = await at(size, () => cursorOf(viewer, question));
    const exists = !question.pagesBefore || cursor !== null;
    if (exists) asked.push({ size, run: () => at(size, () => ask(viewer, question.body, cursor)) });
  }
  const cost: { consumed: Consumed; rows: number; ended: boolean }[] = [];
  for (const { run } of asked) {
    const { result, consumed } = await meter(run);
    cost.push({ consumed, rows: result.files.length, ended: result.lastKey === null });
  }
  const latencies = await time(
    asked.map(({ run }) => run),
    { runs, budget: TIME_FOR_RUNS, fewest: FEWEST_RUNS, warmUp: 3 },
  );
  return asked.map(({ size }, index) => ({
    size,
    viewer: viewer.username,
    label: question.label,
    ...cost[index]!,
    latency: latencies[index]!,
  }));
}

/** The naive way, at each size where it is bearable. */
async function measureNaively(viewer: Viewer, label: string, text: string) {
  const measured = [];
  for (const [index, size] of sizes.entries()) {
    const before = measured.at(-1);
    const expected = before ? (before.latency.p50 * size) / sizes[index - 1]! : 0;
    if (expected > BEARABLE_SECONDS * 1000) {
      say(`naive, ${viewer.username}, ${label}: left out from ${size} files on, a page would take over a minute`);
      break;
    }
    const pages: Metered<unknown[]>[] = [];
    for (let taken = 0; pages.length < NAIVE_RUNS && taken < TIME_FOR_RUNS; taken += pages.at(-1)!.milliseconds) {
      pages.push(await meter(() => at(size, () => listNaively(viewer, text))));
    }
    const { result, consumed } = pages[0]!;
    const latency = latencyOf(pages.map(({ milliseconds }) => milliseconds));
    measured.push({ size, viewer: viewer.username, label, consumed, rows: result.length, ended: false, latency });
  }
  return measured;
}

/** A rare search followed to its end. */
async function searchThrough(viewer: Viewer, size: number) {
  const { result, consumed, milliseconds } = await meter(() =>
    at(size, async () => {
      let [pages, found, pageOfFirst] = [0, 0, 0];
      let lastKey: string | null = null;
      do {
        const page = await ask(viewer, { q: RARE_WORD }, lastKey);
        pages++;
        found += page.files.length;
        if (found > 0 && pageOfFirst === 0) pageOfFirst = pages;
        lastKey = page.lastKey;
      } while (lastKey);
      return { pages, found, pageOfFirst };
    }),
  );
  return { size, ...result, consumed, seconds: milliseconds / 1000 };
}

// The code that runs is compiled before anything is timed.
for (let round = 0; round < 10; round++) {
  for (const size of sizes) for (const viewer of VIEWERS) await at(size, () => ask(viewer, {}));
}

const listed: Measured[] = [];
const naive: Measured[] = [];
for (const viewer of VIEWERS) {
  for (const question of QUESTIONS) {
    say(`${viewer.username}: ${question.label}`);
    listed.push(...(await measure(viewer, question)));
  }
  say(`${viewer.username}: the naive way`);
  naive.push(...(await measureNaively(viewer, 'first page', '')));
}
const highest = VIEWERS.at(-1)!;
naive.push(...(await measureNaively(highest, 'search, rare', RARE_WORD)));
const searches = [];
for (const size of sizes) searches.push(await searchThrough(highest, size));

printBySize(sizes, listed);
if (sizes.length > 1) printRatios(sizes, listed);
printWholeSearch(searches);
printNaive(naive, listed);
(await stopSurroundings)();
await database.close();
// The client of the table keeps its connections open.
process.exit(0);
