import { latencyOf, type Metered, meter } from '../meter.ts';
import { readOptions } from '../options.ts';
import { count } from '../report.ts';
import { startStubServices } from '../stub-services.ts';
import { at, startLargeTables } from './large-tables.ts';
import { measure, type SizedTable } from './measure.ts';
import { listNaively } from './naive.ts';
import { RARE_WORD } from './population.ts';
import { ask, QUESTIONS, VIEWERS } from './questions.ts';
import { type Measured, printBySize, printNaive, printRatios, printWholeSearch } from './scale-report.ts';
import { communityOfFiles } from './table-items.ts';

/** The second part of `npm run bench`: whether a list costs the same however many files there are. */

type Viewer = (typeof VIEWERS)[number];

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts answers this.');
const { runs, sizes } = options;
const tables = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-${size}`,
    holds: `${count(size)} files`,
    items: () => communityOfFiles(size, VIEWERS),
  }),
);

/** Milliseconds that the naive pages at one size may take: what takes longer is run less often. */
const TIME_FOR_RUNS = runs * 60;
/** Seconds that one naive page may take: a table where it takes longer is left out. */
const BEARABLE_SECONDS = 60;
const NAIVE_RUNS = 20;

const say = (text: string) => console.error(text);
const stopStubServices = startStubServices();
const database = await startLargeTables(tables, say);

/** The naive way, at each size where it is bearable. */
async function measureNaively(viewer: Viewer, label: string, text: string) {
  const measured = [];
  for (const [index, table] of tables.entries()) {
    const { size } = table;
    const before = measured.at(-1);
    const expected = before ? (before.latency.p50 * size) / sizes[index - 1]! : 0;
    if (expected > BEARABLE_SECONDS * 1000) {
      say(`naive, ${viewer.username}, ${label}: left out from ${size} files on, a page would take over a minute`);
      break;
    }
    const pages: Metered<unknown[]>[] = [];
    for (let taken = 0; pages.length < NAIVE_RUNS && taken < TIME_FOR_RUNS; taken += pages.at(-1)!.milliseconds) {
      pages.push(await meter(() => at(table, () => listNaively(viewer, text))));
    }
    const { result, consumed } = pages[0]!;
    const latency = latencyOf(pages.map(({ milliseconds }) => milliseconds));
    measured.push({ size, viewer: viewer.username, label, consumed, rows: result.length, ended: false, latency });
  }
  return measured;
}

/** A rare search followed to its end. */
async function searchThrough(viewer: Viewer, table: SizedTable) {
  const { result, consumed, milliseconds } = await meter(() =>
    at(table, async () => {
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
  return { size: table.size, ...result, consumed, seconds: milliseconds / 1000 };
}

// The code that runs is compiled before anything is timed.
for (let round = 0; round < 10; round++) {
  for (const table of tables) for (const viewer of VIEWERS) await at(table, () => ask(viewer, {}));
}

const listed: Measured[] = [];
const naive: Measured[] = [];
for (const viewer of VIEWERS) {
  for (const question of QUESTIONS) {
    say(`${viewer.username}: ${question.label}`);
    listed.push(...(await measure(tables, viewer, question, runs)));
  }
  say(`${viewer.username}: the naive way`);
  naive.push(...(await measureNaively(viewer, 'first page', '')));
}
const highest = VIEWERS.at(-1)!;
naive.push(...(await measureNaively(highest, 'search, rare', RARE_WORD)));
const searches = [];
for (const table of tables) searches.push(await searchThrough(highest, table));

const subject = { title: 'Pages of the list', what: 'files' };
printBySize(subject, sizes, listed);
if (sizes.length > 1) printRatios(subject, sizes, listed);
printWholeSearch(searches);
printNaive(naive, listed);
(await stopStubServices)();
await database.close();
// The client of the table keeps its connections open.
process.exit(0);
