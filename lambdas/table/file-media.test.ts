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

async function storeFile() {
  const file = { key: `files/anna/${randomUUID()}/reef.png`, etag: '"1"' };
  await table.send(new PutCommand({ TableName: tableName(), Item: { ...fileKey(file.key), ...file } }));
  return file;
}

describe('endAttempt', () => {
  it('subtracts an attempt once, even if the call is repeated', async () => {
    const file = await storeFile();
    expect(await startAttempt(file, 1000, 2000)).toMatchObject({ ...file, mediaAttempts: 1 });

    for (let call = 1; call <= 2; call++) await endAttempt(file, { counts: false });

    expect(unseal(await getFile(file.key))).toMatchObject({ mediaAttempts: 0 });
  });

  it('subtracts nothing after the result was stored', async () => {
    const file = await storeFile();
    await startAttempt(file, 1000, 2000);
    await setMedia(file, { width: 1, height: 1 });

    await endAttempt(file, { counts: false });

    expect(unseal(await getFile(file.key))).not.toHaveProperty('mediaAttempts');
  });
});
