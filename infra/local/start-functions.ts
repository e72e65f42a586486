import { readGuardedTables } from './iam/dynamodb-calls.ts';
import { DynamoDbGateway } from './iam/dynamodb-gateway.ts';
import { Functions } from './lambda/functions.ts';
import type { ServiceContext, ServicesSettings } from './service-context.ts';
import type { Queues } from './sqs.ts';

type Environment = Readonly<Record<string, string>>;

/** Builds the SDK's environment variables, shared by all functions. */
export function buildFunctionEnvironment(settings: ServicesSettings): Environment {
  const { url, credentials, dynamoDbEndpoint, statePath } = settings;
  return {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDbEndpoint,
    AWS_ENDPOINT_URL_S3: `${url}/s3`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `${url}/aws`,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: `${url}/aws`,
    AWS_ENDPOINT_URL_SQS: `${url}/aws`,
    AWS_ENDPOINT_URL_LAMBDA: url,
    AWS_ENDPOINT_URL_SESV2: url,
    // These files don't exist. Without the variables, the SDK would read the developer's own AWS profile.
    AWS_CONFIG_FILE: statePath('no-aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: statePath('no-aws-config'),
  };
}

/** Starts the gateway that enforces IAM in front of DynamoDB. Returns the endpoint for functions. */
async function startDynamoDbGateway(context: ServiceContext): Promise<string> {
  const { dynamoDbEndpoint: endpoint, credentials: root, guard, resolver, closers } = context;
  const tables = readGuardedTables(resolver.ofType('AWS::DynamoDB::Table'));
  const gateway = new DynamoDbGateway({ endpoint, guard, root, tables });
  closers.push(() => gateway.close());

  return gateway.start();
}

/**
 * Starts the template's functions. They handle stored events only after `resume`.
 *
 * @param environment the variables of all functions. Their requests to DynamoDB go through the gateway nevertheless.
 */
export async function startFunctions(
  context: ServiceContext,
  environment: Environment,
  queues: Queues,
): Promise<Functions> {
  const { resolver, guard, assembly, statePath, terminal, closers } = context;
  const guardedDatabase = await startDynamoDbGateway(context);

  const functions = new Functions(resolver, {
    assembly: assembly.directory,
    logFolder: statePath('logs'),
    eventFile: statePath('lambda/events.json'),
    terminal,
    environment: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: guardedDatabase },
    getFunctionCredentials: (name) => guard.getFunctionCredentials(name),
    maxSandboxes: context.maxSandboxes,
    // Lambda sends the record with the permissions of the function's role.
    sendToDestination: (arn, record, functionName) => {
      const call = { action: 'sqs:SendMessage', resource: arn };
      if (!guard.findDenial(guard.getFunctionCredentials(functionName).accessKeyId, [call])) queues.send(arn, record);
    },
  });
  closers.push(() => functions.close());

  return functions;
}
