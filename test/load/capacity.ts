import { startTable } from '../support/table.ts';
import { measureDashboards } from './capacity-of-dashboards.ts';
import { measureFiles } from './capacity-of-files.ts';
import { measureMessages } from './capacity-of-messages.ts';
import { measurePayments } from './capacity-of-payments.ts';
import { measurePeople } from './capacity-of-people.ts';
import { measurePosts } from './capacity-of-posts.ts';
import { measureRemovals } from './capacity-of-removals.ts';
import { CapacitySheet } from './capacity-sheet.ts';
import { switchToEmptyTable } from './empty-table.ts';
import { startSurroundings } from './surroundings.ts';

/**
 * The first part of `npm run bench`: what each access pattern of docs/access-patterns.md consumes, in DynamoDB's read
 * and write units, beside its budget (design: capacity of one call). Transactions cost twice; reads that a write needs
 * are shown with it.
 */

const PARTS = [
  ['Files', measureFiles],
  ['People', measurePeople],
  ['Posts', measurePosts],
  ['Messages', measureMessages],
  ['Payments', measurePayments],
  ['Dashboards', measureDashboards],
  ['Removals', measureRemovals],
] as const;

const stopSurroundings = await startSurroundings();
const stopTable = await startTable();
console.log('## Capacity of each access pattern');
for (const [title, measure] of PARTS) {
  await switchToEmptyTable();
  const sheet = new CapacitySheet(title);
  await measure(sheet.pattern);
  sheet.print();
}
console.log();
stopSurroundings();
await stopTable();
// The client of the table keeps its connections open.
process.exit(0);
