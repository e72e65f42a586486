/** Part `people-scale` of `npm run bench`: whether members, posts, and dashboards cost the same at every size. */
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

const spread = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-spread-${size}`,
    description: `${formatCount(size)} members at all depths, with a post each`,
    items: () => generateSpreadCommunity(size, VIEWERS),
  }),
);
const newcomers = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-newcomers-${size}`,
    description: `${formatCount(size)} members, nine of ten at 0 m`,
    items: () => generateNewcomerCommunity(size, VIEWERS),
  }),
);

const COMMUNITIES = [
  { title: 'Members at all depths', tables: spread, questions: [...MEMBER_QUERY_CASES, ...POST_QUERY_CASES] },
  { title: 'Nine of ten at 0 m', tables: newcomers, questions: MEMBER_QUERY_CASES },
] as const;

const log = (text: string) => console.error(text);
const stopStubServices = await startStubServices();
const database = await startLargeTables([...spread, ...newcomers], log);

// Warm up, so that the code is compiled before the measurements.
for (const question of POST_QUERY_CASES) await measure(spread, VIEWERS.at(-1)!, question, 10);

for (const { title, tables, questions } of COMMUNITIES) {
  const measurements: Measurement[] = [];
  for (const viewer of VIEWERS) {
    for (const question of questions) {
      log(`${title}, ${viewer.username}: ${question.label}`);
      measurements.push(...(await measure(tables, viewer, question, runs)));
    }
  }
  const subject = { title, unit: 'members' };
  printBySize(subject, sizes, measurements);
  if (sizes.length > 1) printRatios(subject, sizes, measurements);
}
verifyTables([...spread, ...newcomers], log);
stopStubServices();
await database.close();
// Open connections of the table's client would keep the process alive.
process.exit(0);
