import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { RuntimeConfig } from '../../shared/contract/runtime-config.ts';
import type { Stage } from '../stage.ts';
import { AwsJsonServer } from './aws-json-server.ts';
import { UserPool } from './cognito.ts';
import type { Mail } from './cognito-mail.ts';
import { type Credentials, localCredentials } from './credentials.ts';
import { createTables } from './dynamodb.ts';
import { type DynamoDbEngine, startDynamoDb } from './dynamodb-engine.ts';
import { HttpApi } from './http-api.ts';
import { identifier, PSEUDO_PARAMETERS, REGION } from './identities.ts';
import { Functions } from './lambda.ts';
import { HOST } from './ports.ts';
import { assertAllKnown } from './resource-types.ts';
import { ObjectStorage } from './s3.ts';
import { notificationEvent, notificationsOf, type StoredObject, wants } from './s3-notifications.ts';
import { secretsManager } from './secrets-manager.ts';
import { mediaRules, Site } from './site.ts';
import { Queues } from './sqs.ts';
import { openStateDirectory } from './state-directory.ts';
import { type Context, PROJECT, synthesise } from './synthesis.ts';
import { type ResolvedResource, Resolver } from './template.ts';
import { silentTerminal, type Terminal } from './terminal.ts';
import { buildWeb } from './web-build.ts';

export interface LocalCloudOptions {
  /** Port of the site; 0 takes any free one. */
  readonly port?: number;
  /** Where everything is kept. */
  readonly directory?: string;
  /** Empties the directory first. */
  readonly fresh?: boolean;
  /** Fills an empty directory with a small community. */
  readonly seed?: boolean;
  /** Builds and serves the web application; a path serves one that is built already. */
  readonly web?: boolean | string;
  readonly terminal?: Terminal;
  /** Settings of the stage, as `cdk -c` takes them: `{ emailVerification: 'required' }`. */
  readonly context?: Context;
}

/** A running local cloud. */
export interface LocalCloud {
  readonly url: string;
  readonly config: RuntimeConfig;
  readonly directory: string;
  readonly ports: { readonly site: number; readonly s3: number; readonly dynamodb: number; readonly services: number };
  /** What signs requests to the AWS services of this cloud. */
  readonly credentials: Credentials;
  /** Endpoint variables and credentials of its functions, for tests that use the SDK themselves. */
  readonly environment: Readonly<Record<string, string>>;
  readonly functions: Functions;
  readonly queues: Queues;
  /** What the user pool would have mailed. */
  readonly mails: readonly Mail[];
  readonly faults: Faults;
  close(): Promise<void>;
}

/** Switches with which tests break things. */
export interface Faults {
  /** Loses every bucket notification while true. */
  dropNotifications: boolean;
}

const DEFAULT_PORT = 4600;

/**
 * Runs the synthesised template of the storage and api stacks on this machine. The site stack is replaced by one
 * local origin that serves what its distribution would.
 *
 * @throws Error saying what to do, when a port or the directory is taken or a part does not start.
 */
export async function startLocalCloud(options: LocalCloudOptions = {}): Promise<LocalCloud> {
  const closers: (() => Promise<void> | void)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    return await start(options, closers, close);
  } catch (error) {
    await close();
    throw error;
  }
}

async function start(
  options: LocalCloudOptions,
  closers: (() => Promise<void> | void)[],
  close: () => Promise<void>,
): Promise<LocalCloud> {
  const terminal = options.terminal ?? silentTerminal;
  const state = openStateDirectory(options.directory ?? join(PROJECT, '.local'), { fresh: options.fresh ?? false });
  closers.push(() => state.release());
  const kept = (part: string) => join(state.path, part);
  const site = new Site();
  const sitePort = await site.listen(options.port ?? DEFAULT_PORT);
  closers.push(() => site.close());

  const credentials = await localCredentials(state.path);
  const services = new AwsJsonServer(credentials);
  const servicesPort = await services.start();
  closers.push(() => services.close());
  const servicesEndpoint = `http://${HOST}:${servicesPort}`;

  const [assembly, engine, web] = await allOrError([
    synthesise(emptied(kept('assembly')), options.context ?? {}),
    startDynamoDb(kept('dynamodb'), terminal).then((started: DynamoDbEngine) => {
      closers.push(() => started.close());
      return started;
    }),
    builtWeb(options.web ?? true, kept('web')),
  ]);
  const resolver = new Resolver(assembly.stacks, {
    pseudoParameters: PSEUDO_PARAMETERS,
    identify: identifier(servicesEndpoint),
  });
  assertAllKnown(resolver);

  const queues = new Queues(kept('sqs'), resolver.ofType('AWS::SQS::Queue'));
  closers.push(() => queues.flush());
  services.add(queues);
  services.add(secretsManager(kept('secrets'), resolver.ofType('AWS::SecretsManager::Secret')));

  const faults: Faults = { dropNotifications: false };
  const notify = (stored: StoredObject) => {
    if (!faults.dropNotifications) sendNotifications(resolver, functions, stored);
  };
  const buckets = resolver.ofType('AWS::S3::Bucket');
  const storage = new ObjectStorage({ directory: kept('s3'), buckets, credentials, onStored: notify });
  const storagePort = await storage.start();
  closers.push(() => storage.close());

  const environment = {
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint,
    AWS_ENDPOINT_URL_S3: `http://${HOST}:${storagePort}`,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: servicesEndpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: servicesEndpoint,
    AWS_ENDPOINT_URL_SQS: servicesEndpoint,
    // A developer's own profile has no say in what a function does.
    AWS_CONFIG_FILE: kept('no-aws-config'),
    AWS_SHARED_CREDENTIALS_FILE: kept('no-aws-config'),
  };
  const functions = new Functions(resolver, {
    assembly: assembly.directory,
    logs: kept('logs'),
    terminal,
    environment,
    sendTo: (arn, record) => void queues.send(arn, record),
  });
  closers.push(() => functions.close());
  const invoke = (arn: string, event: unknown) => functions.invoke(arn, event);

  const pool = single(resolver.ofType('AWS::Cognito::UserPool'));
  const clients = resolver.ofType('AWS::Cognito::UserPoolClient');
  const [userPool] = await Promise.all([
    UserPool.open({ directory: kept('cognito'), pool, clients, invoke, terminal }),
    createTables(resolver.ofType('AWS::DynamoDB::Table'), engine.endpoint, credentials),
  ]);
  closers.push(() => userPool.flush());
  services.add(userPool);

  const api = new HttpApi({ resolver, jwks: userPool.tokens.jwks, accessLog: kept('logs/access.log'), invoke });
  closers.push(() => api.close());
  const url = `http://${HOST}:${sitePort}`;
  const config = runtimeConfig(assembly.stage, pool, single(clients), url, servicesEndpoint);
  site.open({
    config,
    web,
    media: mediaRules(resolver.ofType('AWS::S3::BucketPolicy')),
    api: (request, response) => api.answer(request, response),
    object: (request, response, bucket, key) => storage.serve(request, response, bucket, key),
  });
  const ports = {
    site: sitePort,
    s3: storagePort,
    dynamodb: Number(new URL(engine.endpoint).port),
    services: servicesPort,
  };
  terminal.detail(`Ports: ${JSON.stringify(ports)}. Table: ${engine.name}. State: ${state.path}`);
  return {
    url,
    config,
    directory: state.path,
    ports,
    credentials,
    environment,
    functions,
    queues,
    mails: userPool.mailbox.mails,
    faults,
    close,
  };
}

function sendNotifications(resolver: Resolver, functions: Functions, stored: StoredObject): void {
  const resources = resolver.ofType('Custom::S3BucketNotifications');
  for (const notification of notificationsOf(stored.bucket, resources)) {
    if (wants(notification, stored)) {
      functions.invokeAsync(notification.functionArn, notificationEvent(stored, notification.id));
    }
  }
}

function runtimeConfig(
  stage: Stage,
  pool: ResolvedResource,
  client: ResolvedResource,
  url: string,
  userPoolEndpoint: string,
): RuntimeConfig {
  return {
    stage: stage.name,
    region: REGION,
    userPoolId: pool.ref,
    userPoolClientId: client.ref,
    userPoolEndpoint,
    authFlow: stage.passwordAuth ? 'USER_PASSWORD_AUTH' : 'USER_SRP_AUTH',
    emailVerification: stage.emailVerification,
    apiUrl: `${url}/api`,
  };
}

async function builtWeb(web: boolean | string, directory: string): Promise<string | undefined> {
  if (web === false) return undefined;
  if (typeof web === 'string') return web;
  await buildWeb(directory);
  return directory;
}

/** Like Promise.all, but waits for all before it fails: what was started can then be closed. */
async function allOrError<T extends readonly unknown[]>(promises: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  const settled = await Promise.allSettled(promises);
  const failed = settled.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  return Promise.all(promises) as unknown as Promise<T>;
}

function emptied(directory: string): string {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  return directory;
}

function single(resources: readonly ResolvedResource[]): ResolvedResource {
  const [only, ...others] = resources;
  if (!only || others.length > 0) throw new Error('The local cloud runs templates with one user pool and one client.');
  return only;
}
