import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { contentSecurityPolicies } from '../content-security-policy.ts';
import type { Mail } from './cognito/codes.ts';
import { UserPool } from './cognito/cognito.ts';
import { createTables } from './dynamodb/dynamodb.ts';
import { AwsJsonServer } from './http/aws-json-server.ts';
import { HttpApi } from './http-api/http-api.ts';
import { guardedTables } from './iam/dynamodb-calls.ts';
import { DynamoDbGateway } from './iam/dynamodb-gateway.ts';
import { Guard } from './iam/guard.ts';
import { connectionsCall, invokeCall, queueCall, secretsManagerCall, userPoolCall } from './iam/service-calls.ts';
import { invokeApi } from './lambda/invoke-api.ts';
import { Functions } from './lambda/lambda.ts';
import { type PaymentProviders, type ProviderPatience, startPaymentProviders } from './payment-providers.ts';
import { type Closers, HOST } from './process/ports.ts';
import type { Terminal } from './process/terminal.ts';
import { notificationEvent, notificationsOf, type ObjectEvent, wants } from './s3/notifications.ts';
import { ObjectStorage } from './s3/s3.ts';
import { Schedules } from './schedules/schedules.ts';
import { secretsManager } from './secrets-manager.ts';
import { mediaRules, type SiteParts } from './site/site.ts';
import { Queues } from './sqs.ts';
import type { Credentials } from './state/credentials.ts';
import { apiOf } from './template/apis.ts';
import { identifier, PSEUDO_PARAMETERS, REGION } from './template/identities.ts';
import { assertAllKnown } from './template/resource-types.ts';
import type { Assembly } from './template/synthesis.ts';
import { type ResolvedResource, Resolver } from './template/template.ts';
import type { ConnectionLimits } from './web-socket/connection.ts';
import { connectionsApi } from './web-socket/connections-api.ts';
import { type Sockets, WebSocketApi } from './web-socket/web-socket-api.ts';

/** Switches with which tests break things. */
interface Faults {
  /** Loses every bucket notification while true. */
  dropNotifications: boolean;
  /** Loses the news of every WebSocket that ends while true. */
  dropDisconnects: boolean;
}

interface ServicesSettings {
  readonly assembly: Assembly;
  readonly dynamoDbEndpoint: string;
  readonly credentials: Credentials;
  /** Where a part of the state is kept. */
  readonly kept: (part: string) => string;
  /** The site's own address. */
  readonly url: string;
  readonly terminal: Terminal;
  readonly closers: Closers;
  /** How long WebSockets may live. */
  readonly socketLimits: Partial<ConnectionLimits>;
  /** Keys of real test accounts at payment providers. */
  readonly paymentKeys: Readonly<Record<string, string | undefined>>;
  /** How long stand-ins of payment providers wait. */
  readonly providerPatience?: ProviderPatience | undefined;
}

/** Everything behind the site. */
export interface Services {
  readonly config: RuntimeConfig;
  readonly ports: { readonly s3: number; readonly services: number };
  /** Endpoint variables, and the cloud's own key, for tests that use the SDK themselves. */
  readonly environment: Readonly<Record<string, string>>;
  readonly functions: Functions;
  readonly queues: Queues;
  readonly schedules: Schedules;
  /** The user pool's mails. */
  readonly mails: readonly Mail[];
  readonly faults: Faults;
  readonly sockets: Sockets;
  /** The stand-ins of the payment providers, where no real ones are in use. */
  readonly payments: Pick<PaymentProviders, 'stripe' | 'paypal'>;
  /** What the site hands requests to. */
  readonly site: Omit<SiteParts, 'config'>;
}

/**
 * Starts every resource of the template.
 *
 * @throws Error naming a resource that the local cloud cannot run.
 */
export async function startServices(settings: ServicesSettings): Promise<Services> {
  const { assembly, dynamoDbEndpoint, credentials, kept, terminal, closers } = settings;
  const endpoint = new AwsJsonServer(credentials);
  const servicesPort = await endpoint.start();
  closers.push(() => endpoint.close());
  const servicesUrl = `http://${HOST}:${servicesPort}`;
  const resolver = new Resolver(assembly.stacks, {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: identifier(servicesUrl),
  });
  assertAllKnown(resolver);
  const guard = new Guard(resolver, credentials, terminal);
  endpoint.enforce(guard);

  const queues = new Queues(kept('sqs'), resolver.ofType('AWS::SQS::Queue'));
  closers.push(() => queues.flush());
  endpoint.add(queues, queueCall);
  const providers = await startPaymentProviders({
    kept,
    url: settings.url,
    closers,
    keys: settings.paymentKeys,
    patience: settings.providerPatience,
  });
  const secrets = resolver.ofType('AWS::SecretsManager::Secret');
  endpoint.add(secretsManager(kept('secrets'), secrets, providers.secrets), secretsManagerCall);

  const faults: Faults = { dropNotifications: false, dropDisconnects: false };
  const storage = new ObjectStorage({
    directory: kept('s3'),
    buckets: resolver.ofType('AWS::S3::Bucket'),
    credentials,
    guard,
    onStored: (stored) => {
      if (!faults.dropNotifications) sendNotifications(resolver, functions, stored);
    },
  });
  const storagePort = await storage.start();
  closers.push(() => storage.close());

  const storageUrl = `http://${HOST}:${storagePort}`;
  const environment = {
    ...functionEnvironment(settings, storageUrl, servicesUrl),
    ...providers.environment,
  };
  const tables = resolver.ofType('AWS::DynamoDB::Table');
  const guardedDatabase = await startGateway(settings, guard, tables);
  const functions = new Functions(resolver, {
    assembly: assembly.directory,
    logs: kept('logs'),
    events: kept('lambda/events.json'),
    terminal,
    environment: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: guardedDatabase },
    credentialsOf: (name) => guard.credentialsOf(name),
    // It is Lambda that sends, with the rights of the function's role.
    sendTo: (arn, record, functionName) => {
      const call = { action: 'sqs:SendMessage', resource: arn };
      if (!guard.refusal(guard.credentialsOf(functionName).accessKeyId, [call])) queues.send(arn, record);
    },
  });
  closers.push(() => functions.close());
  endpoint.addRest(invokeApi(functions), invokeCall);
  const invoke = (arn: string, event: unknown) => functions.invoke(arn, event);
  const schedules = new Schedules({
    rules: resolver.ofType('AWS::Events::Rule'),
    file: kept('schedules/last-runs.json'),
    invoke,
    invokeAsync: (arn, event) => functions.invokeAsync(arn, event),
  });
  closers.push(() => schedules.close());

  const pool = single(resolver.ofType('AWS::Cognito::UserPool'));
  const clients = resolver.ofType('AWS::Cognito::UserPoolClient');
  const userPool = new UserPool({ directory: kept('cognito'), pool, clients, invoke, terminal });
  await createTables(tables, dynamoDbEndpoint, credentials);
  closers.push(() => userPool.flush());
  endpoint.add(userPool, userPoolCall);

  const api = new HttpApi({ resolver, jwks: userPool.tokens.jwks, accessLog: kept('logs/access.log'), invoke });
  closers.push(() => api.close());
  const sockets = new WebSocketApi({ resolver, invoke, faults, limits: settings.socketLimits });
  closers.push(() => sockets.close());
  endpoint.addRest(connectionsApi(sockets), connectionsCall(apiOf(resolver, 'WEBSOCKET').ref));
  endpoint.onUpgrade((request, stream, head) => sockets.upgrade(request, stream, head));
  // Whatever functions call is there by now.
  functions.resume();
  schedules.start();
  return {
    config: {
      stage: assembly.stage.name,
      region: REGION,
      userPoolId: pool.ref,
      userPoolClientId: single(clients).ref,
      userPoolEndpoint: servicesUrl,
      authFlow: assembly.stage.passwordAuth ? 'USER_PASSWORD_AUTH' : 'USER_SRP_AUTH',
      emailVerification: assembly.stage.emailVerification,
      testContribution: !assembly.stage.production,
      apiUrl: `${settings.url}/api`,
      socketUrl: sockets.url,
      ...providers.config,
    },
    ports: { s3: storagePort, services: servicesPort },
    environment,
    functions,
    queues,
    schedules,
    mails: userPool.mails,
    faults,
    sockets,
    payments: providers,
    site: {
      policies: contentSecurityPolicies({
        connect: [servicesUrl, sockets.url],
        files: [storageUrl],
        payments: providers.origins,
      }),
      media: mediaRules(resolver.ofType('AWS::S3::BucketPolicy')),
      api: (request, response) => api.answer(request, response),
      object: (request, response, bucket, key) => storage.serve(request, response, bucket, key),
    },
  };
}

/** Puts the roles of functions between them and DynamoDB, and answers where functions find it then. */
async function startGateway(
  { dynamoDbEndpoint: endpoint, credentials: root, closers }: ServicesSettings,
  guard: Guard,
  tables: readonly ResolvedResource[],
): Promise<string> {
  const gateway = new DynamoDbGateway({ endpoint, guard, root, tables: guardedTables(tables) });
  closers.push(() => gateway.close());
  return gateway.start();
}

/** What AWS, or the standard SDK variables, would set beside a function's own environment. */
function functionEnvironment(
  { credentials, dynamoDbEndpoint, kept }: ServicesSettings,
  storageUrl: string,
  servicesUrl: string,
): Record<string, string> {
  return {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamoDbEndpoint,
    AWS_ENDPOINT_URL_S3: storageUrl,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: servicesUrl,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: servicesUrl,
    AWS_ENDPOINT_URL_SQS: servicesUrl,
    AWS_ENDPOINT_URL_LAMBDA: servicesUrl,
    // A developer's own profile has no say in what a function does.
    AWS_CONFIG_FILE: kept('no-aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: kept('no-aws-config'),
  };
}

function sendNotifications(resolver: Resolver, functions: Functions, stored: ObjectEvent): void {
  const resources = resolver.ofType('Custom::S3BucketNotifications');
  for (const notification of notificationsOf(stored.bucket, resources)) {
    if (wants(notification, stored)) {
      functions.invokeAsync(notification.functionArn, notificationEvent(stored, notification.id));
    }
  }
}

function single(resources: readonly ResolvedResource[]): ResolvedResource {
  const [only, ...others] = resources;
  if (!only || others.length > 0) throw new Error('The local cloud runs templates with one user pool and one client.');
  return only;
}
