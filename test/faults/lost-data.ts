import { type AttributeValue, DeleteTableCommand, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import type { LocalCloud } from '../../infra/local/cloud.ts';
import { createTables } from '../../infra/local/dynamodb/tables.ts';
import { deriveIdentities, PSEUDO_PARAMETERS } from '../../infra/local/template/identities.ts';
import { openAssembly } from '../../infra/local/template/synthesis.ts';
import { Resolver } from '../../infra/local/template/template.ts';
import { getAssembly } from '../support/assemblies.ts';

export type Item = Record<string, AttributeValue>;

/** Returns all items of the table or an index, sorted by key. */
export async function scan(client: DynamoDBClient, TableName: string, IndexName?: string): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of paginateScan({ client }, { TableName, ...(IndexName && { IndexName }) })) {
    items.push(...(page.Items ?? []));
  }
  const toSortKey = ({ pk, sk }: Item) => `${pk?.S} ${sk?.S}`;
  return items.toSorted((a, b) => toSortKey(a).localeCompare(toSortKey(b)));
}

/** Replaces the table with an empty one, as the template defines it. */
export async function loseTable({ credentials, environment, storage }: LocalCloud, client: DynamoDBClient) {
  await client.send(new DeleteTableCommand({ TableName: storage.tableName }));
  const resolver = new Resolver(openAssembly(await getAssembly()).stacks, {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: deriveIdentities(''),
  });
  await createTables(resolver.ofType('AWS::DynamoDB::Table'), environment.AWS_ENDPOINT_URL_DYNAMODB!, credentials);
}

/** Creates a client of a cloud's bucket. */
export function connectToBucket({ config, credentials, environment }: LocalCloud): S3Client {
  const endpoint = environment.AWS_ENDPOINT_URL_S3!;
  return new S3Client({ region: config.region, endpoint, credentials, forcePathStyle: true });
}

/** Returns the keys of all objects, sorted. */
export async function listKeys(s3: S3Client, Bucket: string): Promise<string[]> {
  const keys: string[] = [];
  let ContinuationToken: string | undefined;
  do {
    const page = await s3.send(new ListObjectsV2Command({ Bucket, ContinuationToken }));
    keys.push(...(page.Contents ?? []).map(({ Key = '' }) => Key));
    ContinuationToken = page.NextContinuationToken;
  } while (ContinuationToken);
  return keys;
}
