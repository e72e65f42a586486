import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AwsJsonServer } from '../http/aws-json-server.ts';
import { ObjectStorage } from '../s3/s3.ts';
import type { Credentials } from '../state/credentials.ts';
import { guarded, root } from './fixture.ts';
import { secretsManagerCall } from './service-calls.ts';

const Bucket = 'app-bucket';
const objects = (folder: string) => ({ 'Fn::Join': ['', [{ 'Fn::GetAtt': ['Bucket', 'Arn'] }, `/${folder}/*`]] });
const { guard, resolver, functionKey } = guarded([
  { Effect: 'Allow', Action: ['s3:GetObject', 's3:PutObject'], Resource: objects('files') },
  { Effect: 'Allow', Action: 's3:GetObject', Resource: objects('posts') },
  { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: 'arn:own' },
]);
const directory = mkdtempSync(join(tmpdir(), 'fathom-guarded-'));
const storage = new ObjectStorage({
  directory,
  buckets: resolver.ofType('AWS::S3::Bucket'),
  credentials: root,
  guard,
  onStored: () => {},
});
const services = new AwsJsonServer(root);
services.enforce(guard);
const secrets = {
  targetPrefix: 'secretsmanager',
  signingName: 'secretsmanager',
  isPublic: () => false,
  handle: async (_: string, { SecretId }: Record<string, unknown>) => ({ ARN: SecretId, SecretString: 'open' }),
};
services.add(secrets, secretsManagerCall);

let [storageUrl, servicesUrl] = ['', ''];
beforeAll(async () => {
  storageUrl = `http://127.0.0.1:${await storage.start()}`;
  servicesUrl = `http://127.0.0.1:${await services.start()}`;
});
afterAll(async () => {
  await Promise.all([storage.close(), services.close()]);
  rmSync(directory, { recursive: true, force: true });
});

const s3 = (credentials: Credentials) =>
  new S3Client({
    region: 'us-east-1',
    endpoint: storageUrl,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });
const refused = { name: 'AccessDenied', $metadata: { httpStatusCode: 403 } };

describe('S3, asked by a function', () => {
  it('does what its role allows, and refuses the rest', async () => {
    const fn = s3(functionKey);
    await fn.send(new PutObjectCommand({ Bucket, Key: 'files/a', Body: 'seaweed' }));
    const { Body } = await fn.send(new GetObjectCommand({ Bucket, Key: 'files/a' }));
    expect(await Body?.transformToString()).toBe('seaweed');
    await expect(fn.send(new DeleteObjectCommand({ Bucket, Key: 'files/a' }))).rejects.toMatchObject(refused);
    await expect(fn.send(new PutObjectCommand({ Bucket, Key: 'posts/a', Body: 'x' }))).rejects.toMatchObject({
      ...refused,
      message: expect.stringMatching(/app-Function is not authorized to perform: s3:PutObject on .*posts\/a/),
    });
    await s3(root).send(new DeleteObjectCommand({ Bucket, Key: 'files/a' }));
  });

  it('tells whether an object exists to those alone who may list', async () => {
    const missing = new HeadObjectCommand({ Bucket, Key: 'files/none' });
    await expect(s3(functionKey).send(missing)).rejects.toMatchObject({ $metadata: { httpStatusCode: 403 } });
    await expect(s3(root).send(missing)).rejects.toMatchObject({ $metadata: { httpStatusCode: 404 } });
  });

  it('gives a URL that a function has signed the rights of that function, and no more', async () => {
    await s3(root).send(new PutObjectCommand({ Bucket, Key: 'posts/b', Body: 'coral' }));
    const read = await getSignedUrl(s3(functionKey), new GetObjectCommand({ Bucket, Key: 'posts/b' }));
    expect(await (await fetch(read)).text()).toBe('coral');
    const write = await getSignedUrl(s3(functionKey), new PutObjectCommand({ Bucket, Key: 'posts/b' }));
    const answer = await fetch(write, { method: 'PUT', body: 'changed' });
    expect(answer.status).toBe(403);
    expect(await answer.text()).toMatch(/<Code>AccessDenied<\/Code>.*s3:PutObject/);
    expect(await (await fetch(read)).text()).toBe('coral');
  });

  it('takes no signature that another key has made under the function’s name', async () => {
    const forged = s3({ ...functionKey, secretAccessKey: root.secretAccessKey });
    await expect(forged.send(new GetObjectCommand({ Bucket, Key: 'posts/b' }))).rejects.toMatchObject({
      name: 'SignatureDoesNotMatch',
    });
  });
});

describe('the services, asked by a function', () => {
  const secret = (SecretId: string, credentials: Credentials) =>
    new SecretsManagerClient({ region: 'us-east-1', endpoint: servicesUrl, credentials }).send(
      new GetSecretValueCommand({ SecretId }),
    );

  it('do what its role allows, and refuse the rest', async () => {
    expect((await secret('arn:own', functionKey)).SecretString).toBe('open');
    await expect(secret('arn:other', functionKey)).rejects.toMatchObject({
      name: 'AccessDeniedException',
      message: expect.stringMatching(/perform: secretsmanager:GetSecretValue on resource: arn:other/),
      $metadata: { httpStatusCode: 400 },
    });
    expect((await secret('arn:other', root)).SecretString).toBe('open');
  });
});
