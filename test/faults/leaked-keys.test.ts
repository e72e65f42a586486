/** Rehearses docs/runbooks.md#a-leaked-key. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetSecretValueCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, it } from 'vitest';
import { waitUntilQuiet } from '../../infra/local/wait-until-quiet.ts';
import { contract } from '../../shared/contract/contract.ts';
import { confirmCard } from '../support/card.ts';
import { Member } from '../support/member.ts';
import { expectLedger, startFaultCloud } from './fault-cloud.ts';
import { sendStripeEvent } from './writes.ts';

const { cloud, directory } = await startFaultCloud();

const client = new SecretsManagerClient({
  region: cloud.config.region,
  endpoint: cloud.environment.AWS_ENDPOINT_URL_SECRETS_MANAGER!,
  credentials: cloud.credentials,
});

/** Returns the ARN of the secret whose construct has this name. */
function findSecretArn(name: string): string {
  const file = join(directory, 'secrets', 'secrets.json');
  const arn = existsSync(file) && Object.keys(JSON.parse(readFileSync(file, 'utf8'))).find((key) => key.includes(name));
  if (!arn) throw new Error(`The cloud has no secret ${name}.`);
  return arn;
}

/** Stores a new value. Ends the instances that have cached the old value, which would expire after five minutes. */
async function replaceSecret(name: string, value: string): Promise<void> {
  await client.send(new PutSecretValueCommand({ SecretId: findSecretArn(name), SecretString: value }));
  await waitUntilQuiet(cloud);
  cloud.functions.endSandboxes();
}

it('a new cursor secret refuses old cursors, and lists start over', async () => {
  const member = await Member.register();
  for (const content of ['one', 'two', 'three']) await member.call(contract.posts.create, { content });

  const { body: firstPage } = await member.call(contract.posts.list, { limit: 2 });
  expect(firstPage.cursor).toEqual(expect.any(String));

  await replaceSecret('CursorSecret', 'n'.repeat(64));
  const listResponse = await member.call(contract.posts.list, { limit: 2, cursor: firstPage.cursor! });
  expect(listResponse).toMatchObject({ status: 400, body: { code: 'InvalidCursor' } });

  const { body: newFirstPage } = await member.call(contract.posts.list, { limit: 2 });
  const nextPage = await member.call(contract.posts.list, { limit: 2, cursor: newFirstPage.cursor! });

  expect(nextPage.body.posts.map(({ content }) => content)).toEqual(['one']);
});

it('a new registration secret accepts new members', async () => {
  await replaceSecret('RegistrationSecret', 'r'.repeat(64));
  const member = await Member.register();
  expect(await member.getDepth()).toBe(0);
});

it("a new secret of Stripe's webhook refuses events with the old one, and credits those with the new one", async () => {
  const stripe = cloud.payments.stripe!;
  stripe.faults.dropWebhooks = true;
  const member = await Member.register();
  const { body } = await member.call(contract.payments.createPaymentIntent, { amount: 100, depth: 100 });

  await confirmCard(cloud.config, body);
  const event = stripe.events.find(({ type }) => type === 'payment_intent.succeeded')!.body;

  const SecretId = findSecretArn('StripeKeys');
  const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId }));
  await replaceSecret('StripeKeys', JSON.stringify({ ...JSON.parse(SecretString!), webhookSecret: 'whsec_new' }));

  const refusedResponse = await sendStripeEvent(event, stripe.webhookSecret);
  expect(refusedResponse).toMatchObject({ status: 400, body: { code: 'InvalidSignature' } });
  expect(await member.getDepth()).toBe(0);

  expect((await sendStripeEvent(event, 'whsec_new')).status).toBe(200);
  await expectLedger(member, [100]);
});
