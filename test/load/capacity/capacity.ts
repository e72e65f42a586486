import { startTable } from '../../support/table.ts';
import { startStubServices } from '../stub-services.ts';
import { CapacitySheet } from './capacity-sheet.ts';
import { measureDashboards } from './dashboards.ts';
import { measureFiles } from './files.ts';
import { measureMessages } from './messages.ts';
import { measurePayments } from './payments.ts';
import { measurePeople } from './people.ts';
import { measurePosts } from './posts.ts';
import { measureRemovals } from './removals.ts';
import { switchToEmptyTable } from './small-community.ts';

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

const stopStubServices = await startStubServices();
const stopTable = await startTable();
console.log('## Capacity of each access pattern');
for (const [title, measure] of PARTS) {
  await switchToEmptyTable();
  const sheet = new CapacitySheet(title);
  await measure(sheet.pattern);
  sheet.print();
}
console.log();
stopStubServices();
await stopTable();
// The client of the table keeps its connections open.
process.exit(0);
