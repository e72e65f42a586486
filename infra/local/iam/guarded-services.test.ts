/**
 * Tests that the local S3 and Secrets Manager enforce IAM policies. The function of these tests may read and write
 * `files`, read `posts`, and list and delete `avatars`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsJsonServer } from '../http/aws-json-server.ts';
import { HttpServer } from '../http/http-server.ts';
import { S3Server } from '../s3/s3-server.ts';
import type { Credentials } from '../state/credentials.ts';
import { createGuard, rootCredentials } from './fixture.ts';
import { toSecretsManagerCall } from './service-calls.ts';

/** The name of the template's bucket. Starts with a capital, like the field in the SDK's inputs. */
const Bucket = 'app-bucket';

/** Builds a policy's resource for the objects of a folder in the bucket. */
const folderResource = (folder: string) => ({
  'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, `/${folder}/*`]],
});

const { guard, resolver, functionCredentials } = createGuard([
  { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: folderResource('files') },
  { Effect: 'Allow', Action: 's3:GetObject', Resource: folderResource('posts') },
  { Effect: 'Allow', Action: 's3:DeleteObject', Resource: folderResource('avatars') },
  {
    Effect: 'Allow',
    Action: 's3:ListBucket',
    Resource: { 'Fn::GetAtt': ['Bucket', 'Arn'] },
    Condition: { StringLike: { 's3:prefix': ['avatars/*'] } },
  },
  { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: 'arn:own' },
]);

const directory = mkdtempSync(join(tmpdir(), 'fathom-guarded-'));
const s3Server = new S3Server({
  directory,
  buckets: resolver.ofType('AWS::S3::Bucket'),
  credentials: rootCredentials,
  guard,
  onObjectEvent: () => {},
});

/** A Secrets Manager that returns the same secret for every ID. */
const fakeSecretsManager = {
  targetPrefix: 'secretsmanager',
  signingName: 'secretsmanager',
  isPublic: () => false,
  handle: async (_: string, { SecretId }: Record<string, unknown>) => ({ ARN: SecretId, SecretString: 'open' }),
};
const jsonServer = new AwsJsonServer(rootCredentials);
jsonServer.enforce(guard);
jsonServer.add(fakeSecretsManager, toSecretsManagerCall);

const httpServer = new HttpServer(jsonServer.handle);
httpServer.mount('s3', s3Server.handle);

let s3Url: string;
let servicesUrl: string;
beforeAll(async () => {
  const origin = `http://127.0.0.1:${await httpServer.start()}`;
  s3Url = `${origin}/s3`;
  servicesUrl = `${origin}/aws`;
});
afterAll(async () => {
  await httpServer.close();
  rmSync(directory, { recursive: true, force: true });
});

const createS3Client = (credentials: Credentials) =>
  new S3Client({
    region: 'us-east-1',
    endpoint: s3Url,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

const ACCESS_DENIED = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };

describe('S3 permissions', () => {
  it('allows only the actions that the function’s role grants', async () => {
    const functionClient = createS3Client(functionCredentials);
    await functionClient.send(new PutObjectCommand({ Bucket, Key: 'files/a', Body: 'seaweed' }));
    const { Body } = await functionClient.send(new GetObjectCommand({ Bucket, Key: 'files/a' }));
    expect(await Body?.transformToString()).toBe('seaweed');

    const deletion = new DeleteObjectCommand({ Bucket, Key: 'files/a' });
    await expect(functionClient.send(deletion)).rejects.toMatchObject(ACCESS_DENIED);

    const uploadToPosts = new PutObjectCommand({ Bucket, Key: 'posts/a', Body: 'x' });
    await expect(functionClient.send(uploadToPosts)).rejects.toMatchObject({
      ...ACCESS_DENIED,
      message: expect.stringMatching(/app-Function is not authorized to perform: s3:PutObject on .*posts\/a/),
    });

    // The root credentials allow everything.
    await createS3Client(rootCredentials).send(new DeleteObjectCommand({ Bucket, Key: 'files/a' }));
  });

  it('returns 403 instead of 404 without s3:ListBucket', async () => {
    const headMissingObject = new HeadObjectCommand({ Bucket, Key: 'files/none' });

    await expect(createS3Client(functionCredentials).send(headMissingObject)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 403 },
    });
    await expect(createS3Client(rootCredentials).send(headMissingObject)).rejects.toMatchObject({
      $metadata: { httpStatusCode: 404 },
    });
  });

  it('limits lists to the prefixes that a condition names', async () => {
    const functionClient = createS3Client(functionCredentials);
    const listPrefix = (Prefix: string | undefined) =>
      functionClient.send(new ListObjectsV2Command({ Bucket, Prefix }));

    expect(await listPrefix('avatars/ann/')).toMatchObject({ KeyCount: 0 });
    for (const prefix of ['files/ann/', 'avatars', '', undefined]) {
      await expect(listPrefix(prefix)).rejects.toMatchObject(ACCESS_DENIED);
    }
  });

  it('checks each key of a multi-object deletion', async () => {
    const rootClient = createS3Client(rootCredentials);
    const keys = ['avatars/a', 'files/kept'];
    for (const Key of keys) await rootClient.send(new PutObjectCommand({ Bucket, Key, Body: 'x' }));

    const Delete = { Objects: keys.map((Key) => ({ Key })) };
    expect(await createS3Client(functionCredentials).send(new DeleteObjectsCommand({ Bucket, Delete }))).toMatchObject({
      Deleted: [{ Key: 'avatars/a' }],
      Errors: [{ Key: 'files/kept', Code: 'AccessDenied' }],
    });

    const { Contents = [] } = await rootClient.send(new ListObjectsV2Command({ Bucket, Prefix: 'files/kept' }));
    expect(Contents.map(({ Key }) => Key)).toEqual(['files/kept']);
  });

  it('limits a presigned URL to the permissions of the function that signed it', async () => {
    const functionClient = createS3Client(functionCredentials);
    await createS3Client(rootCredentials).send(new PutObjectCommand({ Bucket, Key: 'posts/b', Body: 'coral' }));
    const readUrl = await getSignedUrl(functionClient, new GetObjectCommand({ Bucket, Key: 'posts/b' }));
    expect(await (await fetch(readUrl)).text()).toBe('coral');

    const writeUrl = await getSignedUrl(functionClient, new PutObjectCommand({ Bucket, Key: 'posts/b' }));
    const response = await fetch(writeUrl, { method: 'PUT', body: 'changed' });

    expect(response.status).toBe(403);
    expect(await response.text()).toMatch(/<Code>AccessDenied<\/Code>.*s3:PutObject/);
    expect(await (await fetch(readUrl)).text()).toBe('coral');
  });

  it('rejects a signature made with another secret', async () => {
    const forgedClient = createS3Client({ ...functionCredentials, secretAccessKey: rootCredentials.secretAccessKey });

    await expect(forgedClient.send(new GetObjectCommand({ Bucket, Key: 'posts/b' }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
  });
});

describe('Secrets Manager permissions', () => {
  const getSecret = (SecretId: string, credentials: Credentials) =>
    new SecretsManagerClient({ region: 'us-east-1', endpoint: servicesUrl, credentials }).send(
      new GetSecretValueCommand({ SecretId }),
    );

  it('allows only the secrets that the function’s role grants', async () => {
    expect((await getSecret('arn:own', functionCredentials)).SecretString).toBe('open');
    await expect(getSecret('arn:other', functionCredentials)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(/perform: secretsmanager:GetSecretValue on resource: arn:other/),
      $metadata: { httpStatusCode: 400 },
    });

    // The root credentials allow everything.
    expect((await getSecret('arn:other', rootCredentials)).SecretString).toBe('open');
  });
});
