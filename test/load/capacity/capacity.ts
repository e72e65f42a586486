/**
 * Part `capacity` of `npm run bench`: prints the read and write units of each access pattern in
 * docs/access-patterns.md, next to its budget. Transactions cost twice as much. The row of a write includes the reads
 * that it needs.
 */
import { startTable } from '../../support/table.ts';
import { startStubServices } from '../stub-services.ts';
import { CapacitySheet } from './capacity-sheet.ts';
import { measureDashboards } from './dashboards.ts';
import { measureFiles } from './files.ts';
import { measureLoadAll } from './load-all.ts';
import { measureMessages } from './messages.ts';
import { measurePayments } from './payments.ts';
import { measurePeople } from './people.ts';
import { measurePosts } from './posts.ts';
import { measureRemovals } from './removals.ts';
import { switchToEmptyTable } from './small-community.ts';

/** The parts of the product, each with the function that measures its access patterns. */
const PARTS = [
  ['Files', measureFiles],
  ['Load All', measureLoadAll],
  ['People', measurePeople],
  ['Posts', measurePosts],
  ['Messages', measureMessages],
  ['Payments', measurePayments],
  ['Dashboards', measureDashboards],
  ['Deletions', measureRemovals],
] as const;

const stopStubServices = await startStubServices();
const stopTable = await startTable();

console.log('## Capacity of each access pattern');
for (const [title, measurePart] of PARTS) {
  await switchToEmptyTable();
  const sheet = new CapacitySheet(title);
  await measurePart(sheet.measure);
  sheet.print();
}
console.log();

stopStubServices();
await stopTable();
// Open connections of the table's client would keep the process alive.
process.exit(0);
