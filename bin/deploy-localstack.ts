/**
 * `npm run deploy:localstack`: deploys the storage, sockets, and api stacks to a LocalStack-compatible emulator through
 * CloudFormation, and writes the target description for `npm run test:localstack`.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CognitoIdentityProviderClient, UpdateUserPoolCommand } from '@aws-sdk/client-cognito-identity-provider';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { parseCommandLine } from '../infra/command-line.ts';
import { type PaymentProviders, startPaymentProviders } from '../infra/local/payment-providers.ts';
import { type Closers, findFreePort, HOST } from '../infra/local/process/ports.ts';
import type { RuntimeConfig } from '../shared/contract/runtime-config.ts';
import { LOCALSTACK_FILE } from './acceptance-run.ts';
import { runCommand } from './run-command.ts';

const HELP = `Deploys the storage, sockets, and api stacks to a LocalStack-compatible emulator.

  npm run deploy:localstack      the emulator at AWS_ENDPOINT_URL, by default http://127.0.0.1:4566
`;

const ROOT = join(import.meta.dirname, '..');
const ENDPOINT = (process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566').replace(/\/$/, '');
const REGION = 'us-east-1';
const TARGET_FILE = join(ROOT, LOCALSTACK_FILE);
const OUTPUTS_FILE = join(dirname(TARGET_FILE), 'outputs.json');
const PAYMENTS_DIRECTORY = join(dirname(TARGET_FILE), 'payments');
const STACKS = { storage: 'fathom-local-storage', sockets: 'fathom-local-sockets', api: 'fathom-local-api' };

/** Features that the emulator doesn't support. Tests that need them are skipped. */
const UNSUPPORTED: Readonly<Record<string, string>> = {
  privateBucket: 'the emulator serves unsigned requests to private buckets',
  crowds: 'the emulator runs a process per concurrent call, and loses some of fifty calls',
  distribution: 'the emulator has no CloudFront',
  triggers: 'the emulator calls the pre-sign-up trigger without client metadata, and no other trigger',
  devices: 'the emulator remembers no devices of members',
  renewals: 'the emulator renews a session that began and ended within the same second',
  attemptLimits: 'the emulator counts no wrong passwords',
  optionsRequests: 'the emulator responds to OPTIONS itself, without a CORS configuration',
  frameLimits: 'the emulator accepts binary WebSocket frames, and frames of any length',
};

const CLIENT_SETTINGS = {
  region: REGION,
  endpoint: ENDPOINT,
  credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
};

/** Runs a command of the CDK with the local stage, against the emulator. */
function runCdk(...args: string[]): void {
  const { status, error } = spawnSync(join(ROOT, 'node_modules/.bin/cdk'), [...args, '--context', 'stage=local'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: 300_000,
    env: {
      ...process.env,
      AWS_ENDPOINT_URL: ENDPOINT,
      AWS_ENDPOINT_URL_S3: ENDPOINT,
      AWS_REGION: REGION,
      AWS_ACCESS_KEY_ID: 'test',
      AWS_SECRET_ACCESS_KEY: 'test',
    },
  });

  if (error) throw error;
  if (status !== 0) throw new Error(`cdk ${args[0]} failed. Is an emulator running at ${ENDPOINT}?`);
}

/** Creates accounts at the local Stripe and PayPal, then stops both. The test run starts them again on these ports. */
async function createPaymentAccounts(ports: { stripe: number; paypal: number }): Promise<PaymentProviders> {
  const closers: Closers = [];
  const statePath = (name: string) => join(PAYMENTS_DIRECTORY, name);
  const providers = await startPaymentProviders({ statePath, url: ENDPOINT, closers, keys: {}, ports });
  for (const close of closers) await close();
  return providers;
}

/** Stores the accounts' keys in Secrets Manager, like an operator. */
async function storePaymentKeys(
  { secrets }: PaymentProviders,
  outputs: Readonly<Record<string, string>>,
): Promise<void> {
  const client = new SecretsManagerClient(CLIENT_SETTINGS);
  const pathsByOutput = { StripeKeysArn: 'StripeKeys/Secret', PayPalKeysArn: 'PayPalKeys/Secret' };
  for (const [output, path] of Object.entries(pathsByOutput)) {
    await client.send(new PutSecretValueCommand({ SecretId: outputs[output], SecretString: secrets[path] }));
  }
}

/**
 * Removes the pre-sign-up trigger, which would reject every sign-up: it checks client metadata, which the emulator doesn't
 * pass. The suite confirms members as an administrator.
 */
async function removeTriggers(UserPoolId: string): Promise<void> {
  const client = new CognitoIdentityProviderClient(CLIENT_SETTINGS);
  await client.send(new UpdateUserPoolCommand({ UserPoolId, LambdaConfig: {} }));
}

/**
 * Converts an API's URL to the emulator's path format. The emulator returns a hostname per API, which some resolvers
 * don't resolve.
 */
function toPathUrl(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${ENDPOINT}/_aws/execute-api/${hostname.split('.', 1)[0]}${pathname.replace(/\/$/, '')}`;
}

async function main(): Promise<void> {
  await fetch(ENDPOINT).catch(() => {
    throw new Error(`No emulator found at ${ENDPOINT}. Start one, or set AWS_ENDPOINT_URL.`);
  });
  mkdirSync(dirname(TARGET_FILE), { recursive: true });

  const ports = { stripe: await findFreePort(), paypal: await findFreePort() };
  const providers = await createPaymentAccounts(ports);
  const apiUrls = Object.entries(ports).flatMap(([name, port]) => [
    '--context',
    `${name}ApiUrl=http://${HOST}:${port}`,
  ]);

  runCdk('bootstrap', `aws://000000000000/${REGION}`);
  runCdk('deploy', ...Object.values(STACKS), '--require-approval', 'never', '--outputs-file', OUTPUTS_FILE, ...apiUrls);

  const outputs: Record<string, Record<string, string>> = JSON.parse(readFileSync(OUTPUTS_FILE, 'utf8'));
  const storage = outputs[STACKS.storage]!;
  const config: RuntimeConfig = {
    stage: 'local',
    region: REGION,
    userPoolId: storage.UserPoolId!,
    userPoolClientId: storage.UserPoolClientId!,
    userPoolEndpoint: ENDPOINT,
    authFlow: 'USER_PASSWORD_AUTH',
    emailVerification: 'none',
    testContribution: true,
    apiUrl: `${toPathUrl(outputs[STACKS.api]!.ApiUrl!)}/$default/api`,
    socketUrl: toPathUrl(outputs[STACKS.sockets]!.SocketUrl!).replace('http', 'ws'),
    ...providers.config,
  };

  await storePaymentKeys(providers, storage);
  await removeTriggers(config.userPoolId);

  const payments = { directory: PAYMENTS_DIRECTORY, ports };
  const target = { config, confirmByAdmin: true, unsupported: UNSUPPORTED, payments };
  writeFileSync(TARGET_FILE, JSON.stringify(target, null, 2));
  console.log(`Deployed to ${ENDPOINT}. Now: npm run test:localstack`);
}

parseCommandLine(HELP);
await runCommand(main);
