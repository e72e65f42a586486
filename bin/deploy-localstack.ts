import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { type PaymentProviders, startPaymentProviders } from '../infra/local/payment-providers.ts';
import type { Closers } from '../infra/local/process/ports.ts';
import { freePort, HOST } from '../infra/local/process/ports.ts';
import type { RuntimeConfig } from '../shared/contract/runtime-config.ts';

/**
 * `npm run deploy:localstack`: puts the storage, sockets and api stacks, unchanged, through CloudFormation onto
 * a LocalStack-compatible emulator, and writes down where `npm run test:localstack` finds them.
 */

const ROOT = join(import.meta.dirname, '..');
const ENDPOINT = (process.env.AWS_ENDPOINT_URL ?? 'http://127.0.0.1:4566').replace(/\/$/, '');
const REGION = 'us-east-1';
const OUTPUTS = join(ROOT, '.local/localstack-outputs.json');
const TARGET = join(ROOT, '.local/localstack.json');
const PAYMENTS = join(ROOT, '.local/localstack-payments');
const STACKS = { storage: 'fathom-local-storage', sockets: 'fathom-local-sockets', api: 'fathom-local-api' };

/** What an emulator of this kind cannot do; the tests that need it are skipped by these names. */
const LACKS: Readonly<Record<string, string>> = {
  privateBucket: 'it serves requests to a private bucket that bear no signature at all',
  crowds: 'it runs a process for each concurrent call, and loses some of a hundred',
  frameLimits: 'it takes WebSocket frames of any length, and binary ones',
};

function cdk(...words: string[]): void {
  const { status, error } = spawnSync(join(ROOT, 'node_modules/.bin/cdk'), [...words, '--context', 'stage=local'], {
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
  if (status !== 0) throw new Error(`cdk ${words[0]} failed. Is an emulator running at ${ENDPOINT}?`);
}

/**
 * Makes accounts at stand-ins of the payment providers. The stand-ins themselves run while the tests do, on these ports.
 */
async function openAccounts(ports: { stripe: number; paypal: number }): Promise<PaymentProviders> {
  const closers: Closers = [];
  const kept = (name: string) => join(PAYMENTS, name);
  const providers = await startPaymentProviders({ kept, url: ENDPOINT, closers, keys: {}, ports });
  for (const close of closers) await close();
  return providers;
}

/** Puts the keys of those accounts where an operator puts those of real ones. */
async function putKeys({ secrets }: PaymentProviders, outputs: Readonly<Record<string, string>>): Promise<void> {
  const credentials = { accessKeyId: 'test', secretAccessKey: 'test' };
  const client = new SecretsManagerClient({ region: REGION, endpoint: ENDPOINT, credentials });
  const values = { StripeKeysArn: 'StripeKeys/Secret', PayPalKeysArn: 'PayPalKeys/Secret' };
  for (const [output, path] of Object.entries(values)) {
    await client.send(new PutSecretValueCommand({ SecretId: outputs[output], SecretString: secrets[path] }));
  }
}

/** Emulators name an API by a host of its own, which not every resolver finds; they serve it by path as well. */
function servedByPath(url: string): string {
  const { hostname, pathname } = new URL(url);
  return `${ENDPOINT}/_aws/execute-api/${hostname.split('.', 1)[0]}${pathname.replace(/\/$/, '')}`;
}

async function main(): Promise<void> {
  await fetch(ENDPOINT).catch(() => {
    throw new Error(`No emulator answers at ${ENDPOINT}. Start one, or set AWS_ENDPOINT_URL.`);
  });
  mkdirSync(join(ROOT, '.local'), { recursive: true });
  const ports = { stripe: await freePort(), paypal: await freePort() };
  const providers = await openAccounts(ports);
  const elsewhere = Object.entries(ports).flatMap(([name, port]) => [
    '--context',
    `${name}ApiUrl=http://${HOST}:${port}`,
  ]);
  cdk('bootstrap', `aws://000000000000/${REGION}`);
  cdk('deploy', ...Object.values(STACKS), '--require-approval', 'never', '--outputs-file', OUTPUTS, ...elsewhere);
  const outputs: Record<string, Record<string, string>> = JSON.parse(readFileSync(OUTPUTS, 'utf8'));
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
    apiUrl: `${servedByPath(outputs[STACKS.api]!.ApiUrl!)}/$default/api`,
    socketUrl: servedByPath(outputs[STACKS.sockets]!.SocketUrl!).replace('http', 'ws'),
    ...providers.config,
  };
  await putKeys(providers, storage);
  const payments = { directory: PAYMENTS, ports };
  writeFileSync(TARGET, JSON.stringify({ config, confirmByAdmin: true, lacks: LACKS, payments }, null, 2));
  console.log(`Deployed to ${ENDPOINT}. Now: npm run test:localstack`);
}

try {
  await main();
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
