/** Part `people-scale` of `npm run bench`: compares the cost of members, posts, and dashboards at every size. */
import { readOptions } from '../options.ts';
import { formatCount } from '../report.ts';
import { startStubServices } from '../stub-services.ts';
import { startLargeTables } from './large-tables.ts';
import { measure, type SizedTable } from './measure.ts';
import { generateNewcomerCommunity, generateSpreadCommunity } from './people-population.ts';
import { MEMBER_QUERY_CASES, POST_QUERY_CASES, VIEWERS } from './people-queries.ts';
import { type Measurement, printBySize, printRatios } from './scale-report.ts';
import { verifyTables } from './verify-tables.ts';

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts handles --help.');
const { runs, memberCounts: sizes } = options;

const spreadTables = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-spread-${size}`,
    description: `${formatCount(size)} members at all depths, with a post each`,
    items: () => generateSpreadCommunity(size, VIEWERS),
  }),
);

const newcomerTables = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-newcomers-${size}`,
    description: `${formatCount(size)} members, nine of ten at 0 m`,
    items: () => generateNewcomerCommunity(size, VIEWERS),
  }),
);

/** The communities, each with the queries that are measured in it. Newcomers have no posts. */
const COMMUNITIES = [
  { title: 'Members at all depths', tables: spreadTables, queries: [...MEMBER_QUERY_CASES, ...POST_QUERY_CASES] },
  { title: 'Nine of ten at 0 m', tables: newcomerTables, queries: MEMBER_QUERY_CASES },
] as const;

const log = (text: string) => console.error(text);
const stopStubServices = await startStubServices();
const database = await startLargeTables([...spreadTables, ...newcomerTables], log);

/** Number of runs of each query before the measurements, so that the code is compiled. */
const WARM_UP_RUNS = 10;
for (const query of POST_QUERY_CASES) await measure(spreadTables, VIEWERS.at(-1)!, query, WARM_UP_RUNS);

for (const { title, tables, queries } of COMMUNITIES) {
  const measurements: Measurement[] = [];
  for (const viewer of VIEWERS) {
    for (const query of queries) {
      log(`${title}, ${viewer.username}: ${query.label}`);
      measurements.push(...(await measure(tables, viewer, query, runs)));
    }
  }

  const subject = { title, itemName: 'members' };
  printBySize(subject, sizes, measurements);
  if (sizes.length > 1) printRatios(subject, sizes, measurements);
}

verifyTables([...spreadTables, ...newcomerTables], log);
stopStubServices();
await database.close();
// Open connections of the table's client would keep the process alive.
process.exit(0);
