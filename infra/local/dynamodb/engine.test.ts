/** Tests of the choice of the local cloud's database. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { findFreePort } from '../process/ports.ts';
import { silentTerminal } from '../process/terminal.ts';
import { DYNOXIDE_FILE, startDynamoDb } from './engine.ts';

afterEach(() => void vi.unstubAllEnvs());

describe('startDynamoDb', () => {
  it.each([
    ['an address where no server listens', async () => `http://127.0.0.1:${await findFreePort()}`],
    ['an address without http', async () => 'localhost:8000'],
  ])('names the variable that has %s', async (_, findEndpoint) => {
    const endpoint = await findEndpoint();
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', endpoint);

    const start = startDynamoDb('unused', silentTerminal);

    await expect(start).rejects.toThrow(
      `No DynamoDB responds at ${endpoint}, the address in AWS_ENDPOINT_URL_DYNAMODB.`,
    );
  });

  it('names the folder of a damaged database, and the option that deletes the state', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', undefined);
    const directory = mkdtempSync(join(tmpdir(), 'fathom-database-'));
    writeFileSync(join(directory, DYNOXIDE_FILE), 'damaged');
    const warn = vi.fn();

    const start = startDynamoDb(directory, { ...silentTerminal, warn });

    await expect(start).rejects.toThrow(`did not start with the database in ${directory}.`);
    await expect(start).rejects.toThrow(/`npm start -- --fresh`, which deletes all local data\.$/);
    expect(warn).not.toHaveBeenCalled();
  });
});
