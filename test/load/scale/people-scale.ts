import { readOptions } from '../options.ts';
import { count } from '../report.ts';
import { startStubServices } from '../stub-services.ts';
import { startLargeTables } from './large-tables.ts';
import { measure, type SizedTable } from './measure.ts';
import { communityOfNewcomers, spreadCommunity } from './people-population.ts';
import { QUESTIONS_OF_MEMBERS, QUESTIONS_OF_POSTS, VIEWERS } from './people-questions.ts';
import { type Measured, printBySize, printRatios } from './scale-report.ts';

/** The third part of `npm run bench`: whether people, posts and dashboards cost the same however many there are. */

const options = readOptions(process.argv.slice(2));
if (options === 'help') throw new Error('bench.ts answers this.');
const { runs, sizesOfPeople: sizes } = options;

const spread = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-spread-${size}`,
    holds: `${count(size)} members at all depths, with a post each`,
    items: () => spreadCommunity(size, VIEWERS),
  }),
);
const newcomers = sizes.map(
  (size): SizedTable => ({
    size,
    name: `fathom-newcomers-${size}`,
    holds: `${count(size)} members, nine of ten at 0 m`,
    items: () => communityOfNewcomers(size, VIEWERS),
  }),
);

const COMMUNITIES = [
  { title: 'Members at all depths', tables: spread, questions: [...QUESTIONS_OF_MEMBERS, ...QUESTIONS_OF_POSTS] },
  { title: 'Nine of ten at 0 m', tables: newcomers, questions: QUESTIONS_OF_MEMBERS },
] as const;

const say = (text: string) => console.error(text);
const stopStubServices = await startStubServices();
const database = await startLargeTables([...spread, ...newcomers], say);

// The code that runs is compiled before anything is timed.
for (const question of QUESTIONS_OF_POSTS) await measure(spread, VIEWERS.at(-1)!, question, 10);

for (const { title, tables, questions } of COMMUNITIES) {
  const measured: Measured[] = [];
  for (const viewer of VIEWERS) {
    for (const question of questions) {
      say(`${title}, ${viewer.username}: ${question.label}`);
      measured.push(...(await measure(tables, viewer, question, runs)));
    }
  }
  const subject = { title, what: 'members' };
  printBySize(subject, sizes, measured);
  if (sizes.length > 1) printRatios(subject, sizes, measured);
}
stopStubServices();
await database.close();
// The client of the table keeps its connections open.
process.exit(0);
