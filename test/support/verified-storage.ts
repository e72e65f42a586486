import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { S3Client } from '@aws-sdk/client-s3';
import { DeleteCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { HttpServer } from '../../infra/local/http/http-server.ts';
import { S3Server } from '../../infra/local/s3/s3-server.ts';
import { startTable } from './table.ts';

interface Key {
  readonly pk: string;
  readonly sk: string;
}

/** An empty table and bucket, with direct access for tests that damage items. */
export interface VerifiedStorage {
  readonly database: DynamoDBClient;
  readonly tableName: string;
  readonly objects: { readonly client: S3Client; readonly bucket: string };
  /** A folder for the test's files. */
  readonly directory: string;
  /** Returns an item. Throws an error if the table lacks it. */
  read(key: Key): Promise<Record<string, unknown> & Key>;
  /** Creates or replaces an item. */
  write(item: Record<string, unknown> & Key): Promise<void>;
  remove(key: Key): Promise<void>;
  stop(): Promise<void>;
}

/** The name of the bucket. */
const BUCKET = 'files';

/** Starts a database with the single table, and a bucket. Connects this process's table layer to the table. */
export async function startVerifiedStorage(): Promise<VerifiedStorage> {
  const stopTable = await startTable();
  const directory = mkdtempSync(join(tmpdir(), 'fathom-verify-'));
  const { client, stopBucket } = await startBucket(join(directory, 's3'));

  const database = new DynamoDBClient({});
  const tableName = process.env.TABLE_NAME!;

  return {
    database,
    tableName,
    objects: { client, bucket: BUCKET },
    directory,
    ...openItems(database, tableName),
    stop: async () => {
      database.destroy();
      await stopBucket();
      await stopTable();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Starts a server with an empty bucket, which stores its objects in this folder. */
async function startBucket(directory: string) {
  const credentials = { accessKeyId: 'LOCAL1', secretAccessKey: 'secret' };
  const buckets = [{ ref: BUCKET, properties: {} }];
  const server = new S3Server({ directory, credentials, buckets, onObjectEvent: () => {} });
  const http = new HttpServer(server.handle);

  const client = new S3Client({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${await http.start()}/s3`,
    forcePathStyle: true,
    credentials,
    requestChecksumCalculation: 'WHEN_REQUIRED',
  });

  const stopBucket = async () => {
    client.destroy();
    await http.close();
  };

  return { client, stopBucket };
}

/** Returns functions that access single items, without the checks of the table layer. */
function openItems(database: DynamoDBClient, TableName: string): Pick<VerifiedStorage, 'read' | 'write' | 'remove'> {
  const documents = DynamoDBDocumentClient.from(database, { marshallOptions: { removeUndefinedValues: true } });

  return {
    read: async (Key) => {
      const { Item } = await documents.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
      if (!Item) throw new Error(`The table has no item ${Key.pk} ${Key.sk}.`);
      return Item as Record<string, unknown> & Key;
    },
    write: async (Item) => {
      await documents.send(new PutCommand({ TableName, Item }));
    },
    remove: async ({ pk, sk }) => {
      await documents.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
    },
  };
}
