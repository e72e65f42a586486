/** The smallest possible function that reads the table. Baseline for import times. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = (Key: Record<string, string>) => table.send(new GetCommand({ TableName: 'bare', Key }));
