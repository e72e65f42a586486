import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import { buildContentSecurityPolicies } from '../content-security-policy.ts';
import type { EventSourceMapping } from './change-feed/event-source-mapping.ts';
import { createChangeFeed } from './change-feed/start-change-feed.ts';
import { UserPool } from './cognito/cognito.ts';
import { createTables } from './dynamodb/tables.ts';
import { isEventRule, MalwareScanner } from './guardduty/malware-scanner.ts';
import { AwsJsonServer } from './http/aws-json-server.ts';
import type { HttpServer } from './http/http-server.ts';
import { HttpApi } from './http-api/http-api.ts';
import { readGuardedTables } from './iam/dynamodb-calls.ts';
import { DynamoDbGateway } from './iam/dynamodb-gateway.ts';
import { Guard } from './iam/guard.ts';
import {
  toConnectionsCall,
  toInvokeCall,
  toQueueCall,
  toSecretsManagerCall,
  toUserPoolCall,
} from './iam/service-calls.ts';
import { Functions } from './lambda/functions.ts';
import { createInvokeApi } from './lambda/invoke-api.ts';
import { type Mail, Outbox } from './mail/outbox.ts';
import { createEmailService, toEmailCall } from './mail/ses.ts';
import { type PaymentProviders, type ProviderTimings, startPaymentProviders } from './payment-providers.ts';
import type { Closers } from './process/ports.ts';
import type { Terminal } from './process/terminal.ts';
import { sendNotifications } from './s3/notifications.ts';
import { S3Server } from './s3/s3-server.ts';
import { Schedules } from './schedules/schedules.ts';
import { createSecretsManager } from './secrets-manager.ts';
import { readMediaRules, type SiteBackends } from './site/site.ts';
import { Queues } from './sqs.ts';
import type { Credentials } from './state/credentials.ts';
import { findApi } from './template/apis.ts';
import { deriveIdentities, PSEUDO_PARAMETERS, REGION } from './template/identities.ts';
import { assertAllSupported } from './template/resource-types.ts';
import type { Assembly } from './template/synthesis.ts';
import { type ResolvedResource, Resolver } from './template/template.ts';
import type { ConnectionLimits } from './web-socket/connection.ts';
import { createConnectionsApi } from './web-socket/connections-api.ts';
import { type Sockets, WebSocketApi } from './web-socket/web-socket-api.ts';

/** Faults that tests inject. */
interface Faults {
  /** Drops every bucket notification while true. */
  dropNotifications: boolean;
  /** Skips malware scans while true. */
  dropScans: boolean;
  /** Skips the `$disconnect` function while true, so closed sockets stay registered. */
  dropDisconnects: boolean;
  /** Makes the user pool's public keys unreachable for the HTTP API while true. */
  failJwks: boolean;
}

interface ServicesSettings {
  /** The server that the services are mounted on. */
  readonly server: HttpServer;
  readonly assembly: Assembly;
  readonly dynamoDbEndpoint: string;
  readonly credentials: Credentials;
  /** Returns the path of a file or folder in the state directory. */
  readonly statePath: (part: string) => string;
  /** The server's URL, without a path. */
  readonly url: string;
  readonly terminal: Terminal;
  readonly closers: Closers;
  /** Idle time and lifetime of WebSockets. */
  readonly socketLimits: Partial<ConnectionLimits>;
  readonly maxSandboxes?: number | undefined;
  /** Keys of test accounts at the real payment providers. */
  readonly paymentKeys: Readonly<Record<string, string | undefined>>;
  /** Delays of the local Stripe and the local PayPal. */
  readonly providerTimings?: ProviderTimings | undefined;
}

/** The running services that the site forwards to and tests inspect. */
export interface Services {
  readonly config: RuntimeConfig;
  /** Names of resources, and the number of shards per band of the depth index, for commands. */
  readonly storage: {
    readonly tableName: string;
    readonly bucketName: string;
    readonly userPoolId: string;
    readonly queueUrls: readonly string[];
    readonly shards: number;
  };
  /** Endpoint variables and the cloud's access key, for tests that call the SDK. */
  readonly environment: Readonly<Record<string, string>>;
  /** The users and objects that are stored, without the rules and triggers of their services. */
  readonly stores: { readonly users: UserPool['users']; readonly objects: S3Server['store'] };
  readonly functions: Functions;
  readonly queues: Queues;
  /** Delivers the changes of the table. Tests inject faults into it. */
  readonly changeFeed: EventSourceMapping;
  readonly schedules: Schedules;
  readonly mails: readonly Mail[];
  readonly faults: Faults;
  readonly sockets: Sockets;
  /** The local Stripe and the local PayPal. Undefined where the real provider is in use. */
  readonly payments: Pick<PaymentProviders, 'stripe' | 'paypal'>;
  /** The handlers that the site forwards requests to. */
  readonly site: Omit<SiteBackends, 'config'>;
}

/**
 * Starts every resource of the template.
 *
 * Steps to add a service, with the check that fails if you forget one:
 * 1. List the resource type in `template/resource-types.ts`. Startup fails and names each unlisted resource.
 * 2. Derive the attributes that the template reads in `template/identities.ts`. Startup fails at the `Fn::GetAtt`.
 * 3. Implement `AwsJsonService` (operation in a header) or `AwsRestService` (operation in the path); another protocol
 *    needs its own server, such as `S3Server`. A new folder must be in `test/infra/allowed-imports.ts`, or
 *    `structure.test.ts` fails.
 * 4. Register it below with `endpoint.add`, or `endpoint.addRest` and `server.mount`, and map its requests to IAM in
 *    `iam/service-calls.ts`. Otherwise, functions get AccessDeniedException and the terminal prints the action.
 * 5. Set its `AWS_ENDPOINT_URL_…` in `buildFunctionEnvironment`. Otherwise functions call AWS: acceptance tests fail.
 * 6. Push its `close` or `flush` to `closers`. No check covers this: the last writes before a restart are lost.
 *
 * @throws Error naming a resource that the local cloud does not support.
 */
export async function startServices(settings: ServicesSettings): Promise<Services> {
  const { assembly, server, url, dynamoDbEndpoint, credentials, statePath, terminal, closers } = settings;
  const endpoint = new AwsJsonServer(credentials);
  const resolver = new Resolver(assembly.stacks, {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: deriveIdentities(url),
  });
  assertAllSupported(resolver);

  const guard = new Guard(resolver, credentials, terminal);
  endpoint.enforce(guard);

  const queues = new Queues(statePath('sqs'), resolver.ofType('AWS::SQS::Queue'));
  closers.push(() => queues.flush());
  endpoint.add(queues, toQueueCall);

  const providers = await startPaymentProviders({
    statePath,
    url,
    closers,
    keys: settings.paymentKeys,
    timings: settings.providerTimings,
  });
  const secrets = resolver.ofType('AWS::SecretsManager::Secret');
  const secretsManager = createSecretsManager(statePath('secrets'), secrets, providers.secrets);
  endpoint.add(secretsManager, toSecretsManagerCall);

  const faults: Faults = { dropNotifications: false, dropScans: false, dropDisconnects: false, failJwks: false };
  const buckets = resolver.ofType('AWS::S3::Bucket');
  const notifications = resolver.ofType('Custom::S3BucketNotifications');
  const s3 = new S3Server({
    directory: statePath('s3'),
    buckets,
    policies: resolver.ofType('AWS::S3::BucketPolicy'),
    credentials,
    guard,
    onObjectEvent: (event) => {
      if (!faults.dropNotifications) sendNotifications(event, notifications, invokeAsync);
      if (!faults.dropScans) scanner.onObjectEvent(event);
    },
  });
  await s3.start();
  closers.push(() => s3.close());

  const environment = { ...buildFunctionEnvironment(settings), ...providers.environment };
  const tables = resolver.ofType('AWS::DynamoDB::Table');
  const guardedDatabase = await startDynamoDbGateway(settings, guard, tables);
  const functions = new Functions(resolver, {
    assembly: assembly.directory,
    logs: statePath('logs'),
    events: statePath('lambda/events.json'),
    terminal,
    environment: { ...environment, AWS_ENDPOINT_URL_DYNAMODB: guardedDatabase },
    credentialsFor: (name) => guard.credentialsFor(name),
    maxSandboxes: settings.maxSandboxes,
    // Lambda sends the record with the permissions of the function's role.
    sendToDestination: (arn, record, functionName) => {
      const call = { action: 'sqs:SendMessage', resource: arn };
      if (!guard.findDenial(guard.credentialsFor(functionName).accessKeyId, [call])) queues.send(arn, record);
    },
  });
  closers.push(() => functions.close());

  const invokeAsync = (arn: string, event: unknown) => functions.invokeAsync(arn, event);
  const scanner = new MalwareScanner({ resolver, store: s3.store, invokeAsync });
  closers.push(() => scanner.close());
  endpoint.addRest(createInvokeApi(functions), toInvokeCall);

  const invoke = (arn: string, event: unknown) => functions.invoke(arn, event);
  const schedules = new Schedules({
    rules: resolver.ofType('AWS::Events::Rule').filter((rule) => !isEventRule(rule)),
    file: statePath('schedules/last-runs.json'),
    invoke,
    invokeAsync,
  });
  closers.push(() => schedules.close());

  const pool = requireOne(resolver.ofType('AWS::Cognito::UserPool'));
  const clients = resolver.ofType('AWS::Cognito::UserPoolClient');
  const outbox = new Outbox(terminal);
  endpoint.addRest(createEmailService(outbox, assembly.stage.mailSender), toEmailCall);

  // Functions call the user pool and wait for its triggers.
  const triggers = { invoke: functions.invokeNested.bind(functions) };
  const userPool = new UserPool({ directory: statePath('cognito'), pool, clients, ...triggers, outbox });

  await createTables(tables, dynamoDbEndpoint, credentials);
  const changeFeed = createChangeFeed({
    ...{ statePath, terminal, guard, functions, queues, endpoint: dynamoDbEndpoint },
    mapping: requireOne(resolver.ofType('AWS::Lambda::EventSourceMapping')),
    tableName: requireOne(tables).ref,
  });
  closers.push(() => changeFeed.close());

  closers.push(() => userPool.flush());
  endpoint.add(userPool, toUserPoolCall);

  const fetchJwks = () => {
    if (faults.failJwks) throw new Error('The test makes the keys unreachable.');
    return userPool.tokens.jwks;
  };
  const api = new HttpApi({ resolver, fetchJwks, accessLog: statePath('logs/access.log'), invoke });
  closers.push(() => api.close());

  const sockets = new WebSocketApi({ resolver, invoke, faults, limits: settings.socketLimits });
  closers.push(() => sockets.close());
  endpoint.addRest(createConnectionsApi(sockets), toConnectionsCall(findApi(resolver, 'WEBSOCKET').ref));

  server.mount('aws', endpoint.handle);
  // The paths of Lambda and SES start with an API version.
  server.mount('2015-03-31', endpoint.handle);
  server.mount('v2', endpoint.handle);
  server.mount('s3', s3.handle);
  server.mount(sockets.stage, endpoint.handle, (request, stream, head) => sockets.upgrade(request, stream, head));

  // Functions may run only after every service that they call has started.
  functions.resume();
  schedules.start();
  changeFeed.start();

  return {
    config: {
      stage: assembly.stage.name,
      region: REGION,
      userPoolId: pool.ref,
      userPoolClientId: userPool.webClientId,
      userPoolEndpoint: `${url}/aws`,
      authFlow: assembly.stage.passwordAuth ? 'USER_PASSWORD_AUTH' : 'USER_SRP_AUTH',
      emailVerification: assembly.stage.emailVerification,
      testContribution: !assembly.stage.production,
      apiUrl: `${url}/api`,
      socketUrl: sockets.url,
      ...providers.config,
    },
    storage: {
      tableName: requireOne(tables).ref,
      bucketName: requireOne(buckets).ref,
      userPoolId: pool.ref,
      queueUrls: resolver.ofType('AWS::SQS::Queue').map(({ ref }) => ref),
      shards: assembly.stage.depthIndexShards,
    },
    environment,
    stores: { users: userPool.users, objects: s3.store },
    functions,
    queues,
    changeFeed,
    schedules,
    mails: outbox.mails,
    faults,
    sockets,
    payments: providers,
    site: {
      policies: buildContentSecurityPolicies({
        connect: [sockets.url],
        files: [`${url}/s3/`],
        payments: providers.origins,
      }),
      media: readMediaRules(resolver.ofType('AWS::S3::BucketPolicy')),
      renditionKey: secretsManager.resolve('RenditionSecret/Secret'),
      api: (request, response) => api.handle(request, response),
      object: (request, response, bucket, key) => s3.serveUnsigned(request, response, bucket, key),
    },
  };
}

/** Starts the gateway that enforces IAM in front of DynamoDB. Returns the endpoint for functions. */
async function startDynamoDbGateway(
  { dynamoDbEndpoint: endpoint, credentials: root, closers }: ServicesSettings,
  guard: Guard,
  tables: readonly ResolvedResource[],
): Promise<string> {
  const gateway = new DynamoDbGateway({ endpoint, guard, root, tables: readGuardedTables(tables) });
  closers.push(() => gateway.close());
  return gateway.start();
}

/** Builds the SDK's environment variables, shared by all functions. */
function buildFunctionEnvironment({ url, credentials, dynamoDbEndpoint, statePath }: ServicesSettings) {
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
    // Without these, the SDK would read the developer's own AWS profile.
    AWS_CONFIG_FILE: statePath('no-aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: statePath('no-aws-config'),
  };
}

function requireOne(resources: readonly ResolvedResource[]): ResolvedResource {
  const [resource] = resources;
  if (resource && resources.length === 1) return resource;
  throw new Error('The template must have exactly one table, bucket, user pool, and change feed.');
}
