/** Tests that a local cloud enforces the template's grants: without one of them, the function that needs it fails. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import { getAssembly } from '../../../test/support/assemblies.ts';
import { setTarget } from '../../../test/support/current-target.ts';
import { Member } from '../../../test/support/member.ts';
import { type LocalCloud, startLocalCloud } from '../cloud.ts';

/** The keys of socket tickets, as the template's grants name them. */
const TICKET_KEYS = 'TICKET#*';

const directory = mkdtempSync(join(tmpdir(), 'fathom-enforcement-'));
/** Lines that the cloud writes to the terminal as warnings. */
const warnings: string[] = [];
let cloud: LocalCloud;

beforeAll(async () => {
  const assembly = join(directory, 'assembly');
  const removedCount = await createAssemblyWithout(assembly, TICKET_KEYS);
  expect(removedCount).toBeGreaterThan(0);

  cloud = await startLocalCloud({
    port: 0,
    directory: join(directory, 'state'),
    seed: false,
    web: false,
    assembly,
    terminal: { info: () => {}, detail: () => {}, warn: (line) => void warnings.push(line) },
  });
  setTarget({ config: cloud.config, confirmByAdmin: false, unsupported: {} });
});
afterAll(async () => {
  await cloud?.close();
  rmSync(directory, { recursive: true, force: true });
});

it('fails only the function whose grant is missing, as on AWS, and warns once on the terminal', async () => {
  const member = await Member.register('Ann');
  const profileResponse = await member.call(contract.account.me, {});
  const ticketResponse = await member.call(contract.sockets.ticket, {});

  expect(profileResponse.status).toBe(200);
  expect(ticketResponse.status).toBe(500);
  expect(warnings).toContainEqual(expect.stringMatching(/^sockets-ticket may not dynamodb:PutItem on .*TICKET#/));

  const readLogs = () => cloud.functions.getLogLines('sockets-ticket').join('\n');
  await expect.poll(readLogs).toContain('is not authorized to perform: dynamodb:PutItem');
  expect(warnings.filter((line) => / may not /.test(line))).toHaveLength(1);
});

/** Copies the shared assembly without the grants on some keys. Returns the number of removed grants. */
async function createAssemblyWithout(folder: string, keyPattern: string): Promise<number> {
  const sharedAssembly = await getAssembly();
  mkdirSync(folder);

  let removedCount = 0;
  for (const fileName of readdirSync(sharedAssembly)) {
    if (!fileName.endsWith('.template.json')) {
      symlinkSync(join(sharedAssembly, fileName), join(folder, fileName));
      continue;
    }

    const templateJson = readFileSync(join(sharedAssembly, fileName), 'utf8');
    const template = JSON.parse(templateJson, (_, value: unknown) => {
      if (!Array.isArray(value) || !value.includes(keyPattern)) return value;

      removedCount++;
      return value.filter((item) => item !== keyPattern);
    });
    writeFileSync(join(folder, fileName), JSON.stringify(template));
  }

  return removedCount;
}
