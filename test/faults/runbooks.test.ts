/** Rehearses the runbooks of docs/runbooks.md with the commands that they name. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { MIGRATIONS } from '../../infra/data/migrate/migrations.ts';
import { waitUntilQuiet } from '../../infra/local/wait-until-quiet.ts';
import { depthBucketKey } from '../../lambdas/table/keys.ts';
import { contract } from '../../shared/contract/contract.ts';
import { confirmCard } from '../support/card.ts';
import { Member } from '../support/member.ts';
import { createPng } from '../support/sample-files.ts';
import { expectLedger, startFaultCloud } from './fault-cloud.ts';

const { cloud, directory } = await startFaultCloud();
Object.assign(process.env, cloud.environment, { AWS_REGION: cloud.config.region });
const database = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const ROOT = join(import.meta.dirname, '../..');

interface CommandResult {
  readonly code: number;
  /** The standard output. After a failure, the standard error, too. */
  readonly output: string;
}

/** Runs a command of the project against the cloud. */
async function runCommand(command: string, ...args: readonly string[]): Promise<CommandResult> {
  const script = join(ROOT, 'bin', `${command}.ts`);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--local', directory, ...args]);
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: `${stdout}${stderr}` };
  }
}

/** An event of the bucket that no function has received, and the function for which it was meant. */
interface LostEvent {
  readonly arn: string;
  readonly event: unknown;
}

/** Uploads a file as a new member, and drops the bucket's event about it. */
async function loseUploadEvent(): Promise<LostEvent & { member: Member }> {
  const { functions } = cloud;
  const invokeAsync = functions.invokeAsync.bind(functions);
  const lostEvents: LostEvent[] = [];

  // While the function is replaced, events are collected here instead of invoking a function.
  functions.invokeAsync = (arn, event) => lostEvents.push({ arn, event });
  const member = await Member.register();
  await member.storeFile('reef.png', 'image/png', createPng(80_000));
  await expect.poll(() => lostEvents).toHaveLength(1);
  functions.invokeAsync = invokeAsync;

  return { ...lostEvents[0]!, member };
}

describe('a poisoned queue', () => {
  it('shows an event that can never succeed, which an operator drops', async () => {
    const { arn } = await loseUploadEvent();
    cloud.functions.invokeAsync(arn, { Records: [{ s3: { object: { key: 42 } } }] });
    await cloud.functions.waitUntilIdle();
    const { output: list } = await runCommand('queues', 'list');

    expect(list).toMatch(/^1 events in \d queues\.$/m);
    expect(list).toContain('{"Records":[{"s3":{"object":{"key":42}}}]}');

    const [, id = ''] = /^([\w-]{36}) /m.exec(list) ?? [];
    // The event is in another queue.
    expect(await runCommand('queues', 'drop', '--message', id, '--queue', 'Purge')).toMatchObject({
      output: '0 of 0 events: dropped.\n',
    });

    const { output } = await runCommand('queues', 'drop', '--message', id);
    expect(output).toContain('RowsFailed: ');
    expect(output).toContain('1 of 1 events: dropped.');
    expect((await runCommand('queues', 'list')).output).toBe('0 events in 6 queues.\n');
  });

  it('returns an event that fails again to the queue', async () => {
    const { arn } = await loseUploadEvent();
    cloud.functions.invokeAsync(arn, { Records: 'none' });
    await cloud.functions.waitUntilIdle();
    expect((await runCommand('queues', 'redrive', '--all')).output).toContain('1 of 1 events: sent again.');

    await cloud.functions.waitUntilIdle();
    expect((await runCommand('queues', 'list')).output).toContain('{"Records":"none"}');

    await runCommand('queues', 'drop', '--all');
  });

  it('repeats an event whose cause is repaired, so that the file is recorded', async () => {
    const { arn, event, member } = await loseUploadEvent();
    expect(await member.getDepth()).toBe(0);

    // The record that Lambda writes to a queue after the last failed attempt.
    const record = {
      timestamp: new Date().toISOString(),
      requestContext: { functionArn: `${arn}:$LATEST`, condition: 'RetriesExhausted' },
      requestPayload: event,
      responsePayload: { errorType: 'TimeoutError', errorMessage: 'S3 did not respond.' },
    };
    const queueName = cloud.storage.queueUrls
      .find((url) => url.includes('FileStored'))!
      .split('/')
      .at(-1)!;

    cloud.queues.send(`arn:aws:sqs:us-east-1:000000000000:${queueName}`, record);
    const { output } = await runCommand('queues', 'redrive', '--all');

    expect(output).toContain('TimeoutError: S3 did not respond.');
    expect(output).toContain('1 of 1 events: sent again.');

    await cloud.functions.waitUntilIdle();
    expect(await member.getDepth()).toBeGreaterThan(0);
    expect((await runCommand('queues', 'list')).output).toBe('0 events in 6 queues.\n');
  });

  it('requires an action, and a choice of events', async () => {
    expect(await runCommand('queues')).toMatchObject({ code: 1, output: expect.stringContaining('Name one of list') });
    expect(await runCommand('queues', 'drop')).toMatchObject({
      code: 1,
      output: expect.stringContaining('--message and --all'),
    });
  });
});

describe('a webhook outage', () => {
  it('credits a payment when its event is sent again, days later', async () => {
    const member = await Member.register();
    const stripe = cloud.payments.stripe!;
    stripe.faults.dropWebhooks = true;

    const { body } = await member.call(contract.payments.createPaymentIntent, { amount: 100, depth: 100 });
    await confirmCard(cloud.config, body);
    await waitUntilQuiet(cloud);
    // No job reads payments from Stripe. So nothing is credited without the event.
    expect(await member.getDepth()).toBe(0);

    stripe.faults.dropWebhooks = false;
    const missedEvents = stripe.events.filter(({ delivery }) => delivery === 'dropped');
    for (const { id } of missedEvents) await stripe.resend(id);

    await expectLedger(member, [100]);
  });
});

describe("a member's data request", () => {
  it('answers a data request with an export, and a deletion that leaves nothing but a tombstone', async () => {
    const [member, friend] = await Promise.all([Member.register('Requesting Rita'), Member.register()]);
    await member.upload('reef.png', 'image/png', createPng(80_000));
    await member.call(contract.posts.create, { content: 'Hello from Rita' });
    await friend.call(contract.users.list, {});

    const folder = join(directory, 'export');
    const exportResult = await runCommand('member-data', '--member', member.userId, '--to', folder);
    expect(exportResult).toMatchObject({ code: 0, output: expect.stringContaining('1 objects. With sign-in data.') });

    const read = (path: string) => JSON.parse(readFileSync(join(folder, path), 'utf8'));
    expect(read('items/post.json')).toMatchObject([{ content: 'Hello from Rita' }]);

    const [file] = read('items/file.json');
    expect(readFileSync(join(folder, 'objects', dirname(file.key), file.fileName)).equals(createPng(80_000))).toBe(
      true,
    );

    expect(await runCommand('member-data', '--member', member.userId, '--delete')).toMatchObject({ code: 0 });

    const { body } = await friend.call(contract.users.batch, { userIds: member.userId });
    expect(body.users).toMatchObject([{ username: 'Deleted user' }]);

    await cloud.runSchedule('PurgeJob/Schedule');
    await cloud.functions.waitUntilIdle();
    const exportAfter = join(directory, 'export-after');
    const { output } = await runCommand('member-data', '--member', member.userId, '--to', exportAfter);

    // The counts of the last hours expire.
    expect(output.replaceAll(/^(callCount|frameCount|conductCount|uploadReservation): \d+\n/gm, '')).toBe(
      'profile: 1\n0 objects. The user pool has no such member.\n',
    );
    expect(existsSync(join(exportAfter, 'sign-in.json'))).toBe(false);
  });
});

describe('rebuilding a view', () => {
  /**
   * Rebuilds a view that lacks two members, while two more members join and the change feed delivers nothing. Then
   * waits for the feed.
   */
  async function rebuild(...args: readonly string[]): Promise<CommandResult> {
    cloud.changeFeed.faults.isPaused = true;
    await Promise.all([Member.register(), Member.register()]);
    expect(await runCommand('verify-table')).toMatchObject({
      code: 1,
      output: expect.stringContaining('found no marker'),
    });

    const [result] = await Promise.all([runCommand('rebuild-view', ...args), Member.register(), Member.register()]);
    cloud.changeFeed.faults.isPaused = false;
    await cloud.changeFeed.waitUntilIdle();
    return result;
  }

  it('counts the members that the change feed has missed', async () => {
    expect(await rebuild('depth-histogram')).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^\d+ items applied to depth-histogram\.$/m),
    });
    expect(await runCommand('verify-table')).toMatchObject({ code: 0 });
  });

  it('replaces wrong counts when the view is rebuilt from nothing', async () => {
    const bucket = depthBucketKey(0, 0);
    await database.send(
      new UpdateCommand({
        TableName: cloud.storage.tableName,
        Key: bucket,
        UpdateExpression: 'ADD members :wrong',
        ExpressionAttributeValues: { ':wrong': 7 },
      }),
    );

    expect(await rebuild('--from-nothing')).toMatchObject({ code: 0 });
    expect(await runCommand('verify-table')).toMatchObject({ code: 0 });
  });
});

describe('a data-model migration', () => {
  it('prints the schema version of the table, and the migrations that must run', async () => {
    const env = { ...process.env, ...cloud.environment, AWS_REGION: cloud.config.region };
    const args = [join(ROOT, 'bin/migrate.ts'), '--table', cloud.storage.tableName];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });

    const pendingLines = MIGRATIONS.map(({ number, title }) => `Must run: ${number} (${title})\n`);
    expect(stdout).toBe(`${cloud.storage.tableName} has the schema version 0.\n${pendingLines.join('')}`);
  });
});
