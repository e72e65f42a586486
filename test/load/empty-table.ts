import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';

let tables = 0;

/**
 * Makes another table beside the one that is meant, with the same definition, and means it from now on: a community
 * begins in an empty ocean.
 */
export async function switchToEmptyTable(): Promise<void> {
  const client = new DynamoDBClient({});
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: process.env.TABLE_NAME }));
    const TableName = `fathom-ocean-${++tables}`;
    const { AttributeDefinitions, KeySchema, GlobalSecondaryIndexes = [] } = Table!;
    const indexes = GlobalSecondaryIndexes.map(({ IndexName, KeySchema, Projection }) => ({
      IndexName,
      KeySchema,
      Projection,
    }));
    const definition = { TableName, AttributeDefinitions, KeySchema, BillingMode: 'PAY_PER_REQUEST' };
    await client.send(
      new CreateTableCommand({ ...definition, GlobalSecondaryIndexes: indexes } as CreateTableCommandInput),
    );
    process.env.TABLE_NAME = TableName;
  } finally {
    client.destroy();
  }
}
