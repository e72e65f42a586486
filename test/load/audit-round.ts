/**
 * Measures one round of the ledger audit against a local database, for docs/scale.md: read units and processor time per
 * member. `node test/load/audit-round.ts [members] [files per member, on average]`.
 */
import { performance } from 'node:perf_hooks';
import { auditLedgers } from '../../lambdas/account/audit-ledgers.ts';
import { ReadPace } from '../../lambdas/platform/read-pace.ts';
import { meter } from './meter.ts';
import { startLargeTables } from './scale/large-tables.ts';
import { buildMember } from './scale/population.ts';
import { buildFilesOfMember, generateMember, type Item } from './scale/table-items.ts';

const [members = 10_000, filesPerMember = 10] = process.argv.slice(2).map(Number);

/** Generates members with their files and ledgers. */
function* generateMembers(): Generator<Item> {
  const files = members * filesPerMember;
  for (let number = 0; number < members; number++) {
    yield* generateMember(buildMember(number), buildFilesOfMember(number, files));
  }
}

const name = `fathom-audit-${members}`;
const description = `${members} members with ${filesPerMember} files each`;
const database = await startLargeTables([{ name, description, items: generateMembers }], (text) => console.error(text));
process.env.TABLE_NAME = name;

const timeLeft = () => true;
// Without a limit of read units, so that the round shows how fast one worker can be.
const pace = new ReadPace(Number.POSITIVE_INFINITY);

// The first round counts the members in the histogram, as the change feed does before an audit.
await auditLedgers({ timeLeft, pace });

const cpuBefore = process.cpuUsage();
const start = performance.now();
const { result, consumed } = await meter(() => auditLedgers({ timeLeft, pace, newRound: true }));
const seconds = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(cpuBefore);

console.log(result);
console.log(`RCU per member: ${(consumed.read / members).toFixed(3)}`);
console.log(`WCU per 1,000 members: ${((consumed.write * 1000) / members).toFixed(2)}`);
console.log(`Processor time per member: ${((user + system) / 1000 / members).toFixed(2)} ms`);
console.log(`Members per second, one worker without a limit: ${(members / seconds).toFixed(0)}`);
await database.close();
