/** Tests of the count of attempts to process a file, which ends the processing of files that always fail. */
import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTable } from '../../test/support/table.ts';
import { table, tableName } from './client.ts';
import { getFile } from './file.ts';
import { endAttempt, setMedia, startAttempt } from './file-media.ts';
import { fileKey } from './keys.ts';
import { unseal } from './sealed.ts';

let stopTable: () => Promise<void>;
beforeAll(async () => {
  stopTable = await startTable();
});
afterAll(() => stopTable());

/** When an attempt starts, and when its reservation of the file ends, in milliseconds since 1970. */
const NOW_MS = 1000;
const UNTIL_MS = 2000;

/** Stores a file with only the attributes that attempts read. */
async function storeFile() {
  const file = { key: `files/anna/${randomUUID()}/reef.png`, etag: '"1"' };
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...fileKey(file.key), ...file } }));
  return file;
}

describe('endAttempt', () => {
  it('subtracts an attempt once, even if the call is repeated', async () => {
    const file = await storeFile();
    expect(await startAttempt(file, NOW_MS, UNTIL_MS)).toMatchObject({ ...file, mediaAttempts: 1 });

    for (let call = 1; call <= 2; call++) await endAttempt(file, { counts: false });

    expect(unseal(await getFile(file.key))).toMatchObject({ mediaAttempts: 0 });
  });

  it('subtracts nothing after the result was stored', async () => {
    const file = await storeFile();
    await startAttempt(file, NOW_MS, UNTIL_MS);
    await setMedia(file, { width: 1, height: 1 });

    await endAttempt(file, { counts: false });

    expect(unseal(await getFile(file.key))).not.toHaveProperty('mediaAttempts');
  });
});
