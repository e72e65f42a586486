/** Part `scale` of `npm run bench`: compares the cost of a list of files at every size. */
import { type MeteredRun, meter, summarizeLatency } from '../meter.ts';
import { readOptions } from '../options.ts';
import { formatCount } from '../report.ts';
import { startStubServices } from '../stub-services.ts';
import { measureDuringWrites, printDuringWrites } from './during-writes.ts';
import { QUERY_CASES, requestFiles, TOP_VIEWER, UPLOADERS, VIEWERS } from './file-queries.ts';
import { startLargeTables, withTable } from './large-tables.ts';
import { measure, type SizedTable } from './measure.ts';
import { listNaively } from './naive-list.ts';
import { measureNewestInOneBand } from './newest-in-one-band.ts';
import { RARE_WORD } from './population.ts';
import { recordScaleFigures } from './scale-figures.ts';
import {
  type Measurement,
  type NaiveMeasurement,
  printBySize,
  printCompleteSearch,
  printNaive,
  printRatios,
} from './scale-report.ts';
import { generateFileCommunity } from './table-items.ts';
import { measureTypesBySorts, printTypesBySorts } from './types-by-sorts.ts';
import { verifyTables } from './verify-tables.ts';

type Viewer = (typeof VIEWERS)[number];

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');
const { runs, sizes } = options;

const tables = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-${size}`,
    description: `${formatCount(size)} files`,
    items: () => generateFileCommunity(size, VIEWERS, [TOP_VIEWER, ...UPLOADERS]),
  }),
);

/** Maximum time for naive pages at one size, in milliseconds. Slow pages run less often. */
const NAIVE_BUDGET_MS = runs * 60;

/** Maximum time of one naive page, in seconds. Tables where it would take longer are skipped. */
const MAX_NAIVE_PAGE_SECONDS = 60;

/** Maximum number of naive pages at one size. */
const MAX_NAIVE_PAGES = 20;

/** Pages of each viewer in each table before the measurements, so that the code is compiled. */
const WARM_UP_ROUNDS = 10;

const log = (text: string) => console.error(text);
const stopStubServices = await startStubServices();
const database = await startLargeTables(tables, log);

for (let round = 0; round < WARM_UP_ROUNDS; round++) {
  for (const table of tables) for (const viewer of VIEWERS) await withTable(table, () => requestFiles(viewer, {}));
}

const bandedMeasurements: Measurement[] = [];
const naiveMeasurements: NaiveMeasurement[] = [];
for (const viewer of VIEWERS) {
  for (const query of QUERY_CASES) {
    log(`${viewer.username}: ${query.label}`);
    bandedMeasurements.push(...(await measure(tables, viewer, query, runs)));
  }

  log(`${viewer.username}: the naive list`);
  naiveMeasurements.push(...(await measureNaively(viewer, 'first page')));
}

const highestViewer = VIEWERS.at(-1)!;
naiveMeasurements.push(...(await measureNaively(highestViewer, 'search, rare', RARE_WORD)));

const searches = [];
for (const table of tables) searches.push(await measureCompleteSearch(highestViewer, table));

log('every type in every order');
const typeMeasurements = await measureTypesBySorts(tables);

// The last measurements publish files, so they come after the measurements of generated files.
log('all newest files in one band');
bandedMeasurements.push(...(await measureNewestInOneBand(tables, VIEWERS, runs)));

log('the first page during writes');
const duringWrites = await measureDuringWrites(tables, VIEWERS, runs);

const subject = { title: 'Pages of the list', itemName: 'files' };
printBySize(subject, sizes, bandedMeasurements);
if (sizes.length > 1) printRatios(subject, sizes, bandedMeasurements);
printTypesBySorts(sizes, typeMeasurements);
printDuringWrites(duringWrites);
printCompleteSearch(searches);
printNaive(naiveMeasurements, bandedMeasurements);
recordScaleFigures(sizes, bandedMeasurements, typeMeasurements);

verifyTables(tables, log);
stopStubServices();
await database.close();
// Open connections of the table's client would keep the process alive.
process.exit(0);

/** Measures the naive list at each size where a page takes at most {@link MAX_NAIVE_PAGE_SECONDS}. */
async function measureNaively(viewer: Viewer, label: string, text = ''): Promise<NaiveMeasurement[]> {
  const measurements: NaiveMeasurement[] = [];
  for (const [index, table] of tables.entries()) {
    const { size } = table;
    const previous = measurements.at(-1);
    // The time of a page grows with the number of files.
    const expectedMs = previous ? (previous.latency.p50 * size) / sizes[index - 1]! : 0;
    if (expectedMs > MAX_NAIVE_PAGE_SECONDS * 1000) {
      log(`naive, ${viewer.username}, ${label}: skipped from ${size} files, because a page would take over a minute`);
      break;
    }

    const pages: MeteredRun<unknown[]>[] = [];
    let elapsedMs = 0;
    while (pages.length < MAX_NAIVE_PAGES && elapsedMs < NAIVE_BUDGET_MS) {
      const page = await meter(() => withTable(table, () => listNaively(viewer, text)));
      pages.push(page);
      elapsedMs += page.milliseconds;
    }

    const { result, consumed } = pages[0]!;
    const latency = summarizeLatency(pages.map(({ milliseconds }) => milliseconds));
    measurements.push({
      size,
      viewer: viewer.username,
      label,
      consumed,
      rows: result.length,
      isLastPage: false,
      latency,
    });
  }

  return measurements;
}

/** Runs a rare search through all pages. Returns its cost, and the page of its first match. */
async function measureCompleteSearch(viewer: Viewer, table: SizedTable) {
  const { result, consumed, milliseconds } = await meter(() =>
    withTable(table, async () => {
      let pages = 0;
      let foundFiles = 0;
      let firstMatchPage = 0;
      let lastKey: string | null = null;

      do {
        const page = await requestFiles(viewer, { q: RARE_WORD }, lastKey);
        pages++;
        foundFiles += page.files.length;
        if (foundFiles > 0 && firstMatchPage === 0) firstMatchPage = pages;
        lastKey = page.lastKey;
      } while (lastKey);

      return { pages, foundFiles, firstMatchPage };
    }),
  );

  return { size: table.size, ...result, consumed, seconds: milliseconds / 1000 };
}
