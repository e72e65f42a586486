/**
 * Tests that a local cloud serves renditions (smaller pictures of files) only for signed URLs, and that the key of the
 * signatures can be replaced. The functions sign URLs, and the site checks them.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { renditionKeyOf } from '../../lambdas/storage/rendition-urls.ts';
import { fileStorageKey } from '../../lambdas/storage/storage-key.ts';
import { fileKey } from '../../lambdas/table/keys.ts';
import { contract } from '../../shared/contract/contract.ts';
import { THUMBNAIL_PIXELS } from '../../shared/rules/limits.ts';
import { getAssembly } from '../../test/support/assemblies.ts';
import { setTarget } from '../../test/support/current-target.ts';
import { Member } from '../../test/support/member.ts';
import { TEXT } from '../../test/support/sample-files.ts';
import { type LocalCloud, startLocalCloud } from './cloud.ts';
import { waitUntilQuiet } from './wait-until-quiet.ts';

const directory = mkdtempSync(join(tmpdir(), 'fathom-renditions-'));
let cloud: LocalCloud;
let member: Member;

beforeAll(async () => {
  await start();
  member = await Member.register();
  // A text file, because no function creates a thumbnail of it.
  const { key: fileId } = await member.upload('reef.txt', 'text/plain', TEXT);
  await storeRendition(fileStorageKey(member.userId, fileId));
});
afterAll(async () => {
  await cloud.close();
  rmSync(directory, { recursive: true, force: true });
});

/** Starts a cloud on the test's directory, on the port of the previous one. */
async function start(): Promise<void> {
  const port = cloud?.ports.site ?? 0;
  cloud = await startLocalCloud({ port, directory, seed: false, web: false, assembly: await getAssembly() });
  setTarget({ config: cloud.config, confirmByAdmin: false, unsupported: {} });
}

/** Stores a thumbnail of a file, as the media functions do. */
async function storeRendition(storageKey: string): Promise<void> {
  const { environment, credentials, storage } = cloud;
  const client = { region: cloud.config.region, credentials };

  const bucket = new S3Client({
    ...client,
    endpoint: environment.AWS_ENDPOINT_URL_S3!,
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
  const Key = renditionKeyOf(storageKey, THUMBNAIL_PIXELS);
  await bucket.send(
    new PutObjectCommand({ Bucket: storage.bucketName, Key, Body: 'a thumbnail', ContentType: 'image/webp' }),
  );

  const database = new DynamoDBClient({ ...client, endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB! });
  await DynamoDBDocumentClient.from(database).send(
    new UpdateCommand({
      TableName: storage.tableName,
      Key: fileKey(storageKey),
      UpdateExpression: 'SET media = :media',
      ExpressionAttributeValues: { ':media': { renditions: [THUMBNAIL_PIXELS] } },
    }),
  );
}

/** Returns the URLs of the thumbnail in the responses of two functions. */
async function listThumbnailUrls(): Promise<string[]> {
  const exploredFiles = await member.call(contract.files.list, {});
  const ownFiles = await member.call(contract.files.listOfMember, { userId: member.userId });
  return [...exploredFiles.body.files, ...ownFiles.body.files].map(({ media }) => cloud.url + media?.thumbnail);
}

it('serves the thumbnail for the URLs that functions have signed, and refuses forged URLs', async () => {
  const urls = await listThumbnailUrls();
  expect(urls).toHaveLength(2);

  for (const url of urls) {
    const response = await fetch(url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp']);
    expect(await response.text()).toBe('a thumbnail');

    // The last character belongs to the signature.
    const forgedUrl = url.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await fetch(forgedUrl)).status).toBe(403);
  }
});

// The steps of docs/runbooks.md#a-leaked-key.
it('refuses the replaced key and accepts the new key after a deployment', async () => {
  const [oldUrl] = await listThumbnailUrls();
  const secrets = new SecretsManagerClient({
    region: cloud.config.region,
    endpoint: cloud.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER!,
    credentials: cloud.credentials,
  });
  const storedSecrets = JSON.parse(readFileSync(join(directory, 'secrets', 'secrets.json'), 'utf8'));
  const SecretId = Object.keys(storedSecrets).find((arn) => arn.includes('RenditionSecret'));

  await secrets.send(new PutSecretValueCommand({ SecretId, SecretString: 'n'.repeat(64) }));
  await waitUntilQuiet(cloud);
  cloud.functions.endSandboxes();
  const [newUrl] = await listThumbnailUrls();

  // New sandboxes sign with the new key. The site uses the old one until the next deployment, here a restart.
  expect([(await fetch(oldUrl!)).status, (await fetch(newUrl!)).status]).toEqual([200, 403]);

  await cloud.close();
  await start();
  expect([(await fetch(oldUrl!)).status, (await fetch(newUrl!)).status]).toEqual([403, 200]);
});
