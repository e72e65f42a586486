/**
 * Tests that the logs of a whole cloud have no personal data after uploads, posts, messages, searches, and rejected
 * requests.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { waitUntilQuiet } from '../../infra/local/wait-until-quiet.ts';
import { contract } from '../../shared/contract/contract.ts';
import { sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { MemberSocket } from '../support/socket.ts';
import { startFaultCloud } from './fault-cloud.ts';

const { cloud, directory } = await startFaultCloud();

/** Returns everything that functions and the API have logged. */
function readLogs(): string {
  const folder = join(directory, 'logs');
  return readdirSync(folder)
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
}

/** Returns the caller in each log line with this message, or undefined for a line without a caller. */
function findCallers(message: string): (string | undefined)[] {
  const lines = readLogs()
    .split('\n')
    .filter((line) => line.includes(`"message":"${message}"`))
    .map((line) => JSON.parse(line) as { caller?: string; endpoint?: string });
  return lines.map(({ caller }) => caller);
}

it('logs name members by a pseudonym only, and no personal data', async () => {
  const [ada, ben] = await Promise.all([Member.register('Ada of the logs'), Member.register('Ben of the logs')]);
  await Promise.all([ada.ensureProfile(), ben.ensureProfile()]);
  const file = await ada.upload('private-reef.png', 'image/png', createPng(20_000), 'A secret place');

  await ada.call(contract.posts.create, { content: 'A secret thought' });
  await ada.call(contract.users.list, { q: 'Ben of the logs' });
  await ben.call(contract.files.view, { fileId: file.key });
  expect(await ben.call(contract.users.list, { nonsense: 'A secret query' } as never)).toMatchObject({ status: 400 });

  const socket = await MemberSocket.open(ada, cloud.config.socketUrl);
  await socket.sendMessage(ben, 'A secret message');
  await sendRequest('GET', '/me', { token: 'A secret token' });
  await sendRequest('POST', '/paypal/webhook', { body: `{"payer":"${ada.email}"}` });
  await ben.call(contract.account.deleteAccount, {});
  await waitUntilQuiet(cloud);

  const logs = readLogs();
  for (const { userId, email, username, tokens } of [ada, ben]) {
    for (const text of [userId, email, username, tokens.access]) expect(logs).not.toContain(text);
  }
  expect(logs).not.toMatch(/secret|private-reef/i);

  // The webhook and two registrations have no caller; the token that is not valid never reaches a function.
  const callers = findCallers('request');
  expect(callers.filter((caller) => caller === undefined)).toHaveLength(3);

  const knownCallers = new Set(callers.filter((caller) => caller !== undefined));
  expect(knownCallers.size).toBe(2);
  for (const caller of knownCallers) expect(caller).toMatch(/^v1:[0-9a-f]{16}$/);

  const socketCallers = new Set([...findCallers('frame'), ...findCallers('socket')]);
  expect(socketCallers.size).toBe(1);
  expect(knownCallers).toContain([...socketCallers][0]);
});
