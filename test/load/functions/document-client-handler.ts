import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';

/** The least that a function of this product can be: what import times are compared with. */

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export const handler = (Key: Record<string, string>) => table.send(new GetCommand({ TableName: 'bare', Key }));
