import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { S3Client } from '@aws-sdk/client-s3';

/** The services that hold data of members. */
export interface MemberDataSource {
  readonly database: DynamoDBClient;
  readonly tableName: string;
  readonly s3: S3Client;
  readonly bucketName: string;
  readonly cognito: CognitoIdentityProviderClient;
  readonly userPoolId: string;
}
