import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { assemblyOf } from '../../../test/support/assemblies.ts';
import { Member, speakTo } from '../../../test/support/member.ts';
import { type LocalCloud, startLocalCloud } from '../cloud.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-enforcement-'));
const warnings: string[] = [];
let cloud: LocalCloud;

beforeAll(async () => {
  const assembly = join(directory, 'assembly');
  const removed = await assemblyWithout(assembly, 'TICKET#*');
  expect(removed).toBeGreaterThan(0);
  cloud = await startLocalCloud({
    port: 0,
    directory: join(directory, 'state'),
    seed: false,
    web: false,
    assembly,
    terminal: { say: () => {}, detail: () => {}, warn: (line) => void warnings.push(line) },
  });
  speakTo({ config: cloud.config, confirmByAdmin: false, lacks: {} });
}, 120_000);
afterAll(async () => {
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

it('a function whose grant was forgotten fails here as it would on AWS, and no other does', async () => {
  const member = await Member.register('Ann');
  expect((await member.call(contract.account.me, {})).status).toBe(200);
  expect((await member.call(contract.messages.ticket, {})).status).toBe(500);
  expect(warnings).toContainEqual(expect.stringMatching(/^messages-ticket may not dynamodb:PutItem on .*TICKET#/));
  const logged = () => cloud.functions.logLines('messages-ticket').join('\n');
  await expect.poll(logged).toContain('is not authorized to perform: dynamodb:PutItem');
  expect(warnings.filter((line) => / may not /.test(line))).toHaveLength(1);
});

/**
 * Makes an assembly like the one that tests share, without the grants on a partition.
 *
 * @returns how many grants there were
 */
async function assemblyWithout(folder: string, key: string): Promise<number> {
  const shared = await assemblyOf();
  mkdirSync(folder);
  let removed = 0;
  for (const name of readdirSync(shared)) {
    if (!name.endsWith('.template.json')) {
      symlinkSync(join(shared, name), join(folder, name));
      continue;
    }
    const text = readFileSync(join(shared, name), 'utf8');
    const without = JSON.parse(text, (_, value: unknown) => {
      if (!Array.isArray(value) || !value.includes(key)) return value;
      removed++;
      return value.filter((item) => item !== key);
    });
    writeFileSync(join(folder, name), JSON.stringify(without));
  }
  return removed;
}
