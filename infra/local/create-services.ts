/*
 * Creates the services of the local cloud, each with the template's resources of its type.
 *
 * Each function registers what the service needs: `awsServer.add` mounts it for AWS SDKs, and `closers` ends it with
 * the cloud. `services.ts` calls the functions in the order of their dependencies.
 */

import type { EventSourceMapping } from './change-feed/event-source-mapping.ts';
import { createChangeFeed } from './change-feed/start-change-feed.ts';
import { UserPool } from './cognito/cognito.ts';
import { createTables } from './dynamodb/tables.ts';
import { isEventRule } from './guardduty/malware-scanner.ts';
import { HttpApi } from './http-api/http-api.ts';
import { createConnectionsCallMapper, toQueueCall, toSecretsManagerCall, toUserPoolCall } from './iam/service-calls.ts';
import type { Functions } from './lambda/functions.ts';
import { Outbox } from './mail/outbox.ts';
import { createEmailService, toEmailCall } from './mail/ses.ts';
import { type PaymentProviders, startPaymentProviders } from './payment-providers.ts';
import type { ObjectEvent } from './s3/notifications.ts';
import { S3Server } from './s3/s3-server.ts';
import { Schedules } from './schedules/schedules.ts';
import { createSecretsManager, type SecretsManager } from './secrets-manager.ts';
import type { ServiceContext } from './service-context.ts';
import { Queues } from './sqs.ts';
import { findFreshCommand } from './state/fresh-command.ts';
import { findApi } from './template/apis.ts';
import type { ResolvedResource } from './template/template.ts';
import { createConnectionsApi } from './web-socket/connections-api.ts';
import { WebSocketApi } from './web-socket/web-socket-api.ts';

export type Invoke = Functions['invoke'];
export type InvokeAsync = Functions['invokeAsync'];

/** Makes the user pool's public keys unreachable while true, for tests. */
interface HttpApiFaults {
  readonly failJwks: boolean;
}

/** Skips the `$disconnect` function while true, for tests. */
interface SocketFaults {
  readonly dropDisconnects: boolean;
}

/** Returns the only resource of a list. Throws an Error if the template has none or several. */
export function requireOne(resources: readonly ResolvedResource[]): ResolvedResource {
  const [resource] = resources;
  if (resource && resources.length === 1) return resource;
  throw new Error('The template must have exactly one table, bucket, user pool, and change feed.');
}

export function createQueues({ statePath, resolver, closers, awsServer }: ServiceContext): Queues {
  const queues = new Queues(statePath('sqs'), resolver.ofType('AWS::SQS::Queue'));
  closers.push(() => queues.flush());
  awsServer.add(queues, toQueueCall);

  return queues;
}

export function startProviders(context: ServiceContext): Promise<PaymentProviders> {
  const { statePath, url, closers, paymentKeys: keys, providerTimings: timings } = context;
  return startPaymentProviders({ statePath, url, closers, keys, timings });
}

export function createSecretsService(
  { statePath, resolver, awsServer }: ServiceContext,
  providers: PaymentProviders,
): SecretsManager {
  const secrets = resolver.ofType('AWS::SecretsManager::Secret');
  const secretsManager = createSecretsManager(statePath('secrets'), secrets, providers.secrets);
  awsServer.add(secretsManager, toSecretsManagerCall);

  return secretsManager;
}

export async function startS3(context: ServiceContext, onObjectEvent: (event: ObjectEvent) => void): Promise<S3Server> {
  const { resolver, statePath, credentials, guard, closers } = context;
  const s3 = new S3Server({
    directory: statePath('s3'),
    buckets: resolver.ofType('AWS::S3::Bucket'),
    policies: resolver.ofType('AWS::S3::BucketPolicy'),
    credentials,
    guard,
    onObjectEvent,
  });
  await s3.start();
  closers.push(() => s3.close());

  return s3;
}

export function createSchedules(context: ServiceContext, invoke: Invoke, invokeAsync: InvokeAsync): Schedules {
  const { resolver, statePath, closers } = context;
  const schedules = new Schedules({
    rules: resolver.ofType('AWS::Events::Rule').filter((rule) => !isEventRule(rule)),
    file: statePath('schedules/last-runs.json'),
    invoke,
    invokeAsync,
  });
  closers.push(() => schedules.close());

  return schedules;
}

/** Adds the local SES. Returns the outbox with the mails of functions and of the user pool. */
export function createOutbox({ terminal, assembly, awsServer }: ServiceContext): Outbox {
  const outbox = new Outbox(terminal);
  awsServer.addRest(createEmailService(outbox, assembly.stage.mailSender), toEmailCall);

  return outbox;
}

/** Creates the tables and their change feed, which delivers nothing before its `start`. */
export async function createTablesWithFeed(
  context: ServiceContext,
  functions: Functions,
  queues: Queues,
): Promise<EventSourceMapping> {
  const { resolver, dynamoDbEndpoint: endpoint, credentials, statePath, terminal, guard, closers } = context;
  const tables = resolver.ofType('AWS::DynamoDB::Table');
  await createTables(tables, endpoint, credentials, findFreshCommand(statePath('dynamodb')));

  const changeFeed = createChangeFeed({
    ...{ statePath, terminal, guard, functions, queues, endpoint },
    mapping: requireOne(resolver.ofType('AWS::Lambda::EventSourceMapping')),
    tableName: requireOne(tables).ref,
  });
  closers.push(() => changeFeed.close());

  return changeFeed;
}

export function createUserPool(context: ServiceContext, functions: Functions, outbox: Outbox): UserPool {
  const { resolver, statePath, closers, awsServer } = context;
  const userPool = new UserPool({
    directory: statePath('cognito'),
    pool: requireOne(resolver.ofType('AWS::Cognito::UserPool')),
    clients: resolver.ofType('AWS::Cognito::UserPoolClient'),
    // Functions call the user pool and wait for its triggers.
    invoke: functions.invokeNested.bind(functions),
    outbox,
  });
  closers.push(() => userPool.flush());
  awsServer.add(userPool, toUserPoolCall);

  return userPool;
}

export function createHttpApi(
  context: ServiceContext,
  userPool: UserPool,
  invoke: Invoke,
  faults: HttpApiFaults,
): HttpApi {
  const { resolver, statePath, closers } = context;
  const fetchJwks = () => {
    if (faults.failJwks) throw new Error('The test makes the keys unreachable.');
    return userPool.tokens.jwks;
  };

  const api = new HttpApi({ resolver, fetchJwks, accessLog: statePath('logs/access.log'), invoke });
  closers.push(() => api.close());

  return api;
}

export function createWebSocketApi(context: ServiceContext, invoke: Invoke, faults: SocketFaults): WebSocketApi {
  const { resolver, socketLimits: limits, closers, awsServer } = context;
  const sockets = new WebSocketApi({ resolver, invoke, faults, limits });
  closers.push(() => sockets.close());
  awsServer.addRest(createConnectionsApi(sockets), createConnectionsCallMapper(findApi(resolver, 'WEBSOCKET').ref));

  return sockets;
}
