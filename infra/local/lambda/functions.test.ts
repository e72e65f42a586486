/**
 * Tests of the local cloud's functions: which functions of the template run, and how asynchronous events are retried.
 */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { silentTerminal } from '../process/terminal.ts';
import { deriveIdentities } from '../template/identities.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { Functions } from './functions.ts';
import { DEFAULT_POOL } from './pool.ts';

/** A handler that fails as often as its event says, and then logs the number of its attempts. */
const HANDLER_SOURCE = `let count = 0;
export const handler = async ({ failures }) => {
  if (++count <= failures) throw new Error('attempt ' + count);
  console.log('succeeded after ' + count);
  return process.env.SETTING;
};`;

let functions: Functions | undefined;
afterEach(() => functions?.close());

/** Builds a stack with the function `Stored`, its failure queue, and functions that the local cloud doesn't run. */
const buildStack = (maxRetries: number) =>
  parseStack('app', {
    Resources: {
      Stored: {
        Type: 'AWS::Lambda::Function',
        Properties: {
          Handler: 'index.handler',
          Runtime: 'nodejs24.x',
          Timeout: 20,
          Environment: { Variables: { SETTING: { Ref: 'Failures' } } },
        },
        Metadata: { 'aws:cdk:path': 'app/Stored/Function/Resource', 'aws:asset:path': 'asset.1' },
      },
      Helper: { Type: 'AWS::Lambda::Function', Properties: { Handler: 'index.handler', Runtime: 'python3.13' } },
      // As the CDK names the function that empties buckets.
      CustomS3AutoDeleteObjectsCustomResourceProviderHandler9D90184F: {
        Type: 'AWS::Lambda::Function',
        Properties: { Handler: 'index.handler', Runtime: 'nodejs24.x' },
      },
      Failures: { Type: 'AWS::SQS::Queue' },
      Config: {
        Type: 'AWS::Lambda::EventInvokeConfig',
        Properties: {
          FunctionName: { Ref: 'Stored' },
          MaximumRetryAttempts: maxRetries,
          DestinationConfig: { OnFailure: { Destination: { 'Fn::GetAtt': ['Failures', 'Arn'] } } },
        },
      },
    },
  });

/** Starts the functions of {@link buildStack}. `sentRecords` collects what its failure queue receives. */
function start(
  maxRetries: number,
  { directory = mkdtempSync(join(tmpdir(), 'fathom-functions-')), retryDelayMs = 0 } = {},
) {
  mkdirSync(join(directory, 'asset.1'), { recursive: true });
  writeFileSync(join(directory, 'asset.1/index.mjs'), HANDLER_SOURCE);

  const stack = buildStack(maxRetries);
  const resolver = new Resolver([stack], { pseudoParameters: {}, identify: deriveIdentities('http://127.0.0.1:1') });
  const sentRecords: { arn: string; record: unknown; functionName: string }[] = [];

  functions = new Functions(resolver, {
    assembly: directory,
    logFolder: join(directory, 'logs'),
    eventFile: join(directory, 'events.json'),
    terminal: silentTerminal,
    environment: {},
    sendToDestination: (arn, record, functionName) => sentRecords.push({ arn, record, functionName }),
    // One sandbox, because retries in several would count their attempts separately.
    pool: { ...DEFAULT_POOL, maxConcurrency: 1 },
    retryDelaysMs: [retryDelayMs],
  });
  const arn = resolver.ofType('AWS::Lambda::Function')[0]!.attributes.Arn!;

  return { functions, arn, sentRecords, directory };
}

describe('Functions', () => {
  it('runs the functions of the template except the helpers of the CDK', async () => {
    const { functions, arn } = start(0);

    expect(functions.labels).toEqual(['Stored']);
    expect(await functions.invoke(arn, { failures: 0 })).toEqual({
      ok: true,
      payload: '"http://127.0.0.1:1/aws/000000000000/app-Failures"',
    });
    await expect.poll(() => functions.getLogLines('Stored')).toContain('succeeded after 1');
  });

  it('loads a function again after its sandboxes were ended', async () => {
    const { functions, arn } = start(0);
    await functions.invoke(arn, { failures: 0 });

    functions.endSandboxes();
    await functions.invoke(arn, { failures: 0 });

    await expect
      .poll(() => functions.getLogLines('Stored').filter((line) => line === 'succeeded after 1'))
      .toHaveLength(2);
  });

  it('retries an asynchronous event up to the maximum of the template', async () => {
    const { functions, arn, sentRecords } = start(2);

    functions.invokeAsync(arn, { failures: 2 });
    await functions.waitUntilIdle();

    // Two retries and the first attempt. The log can arrive after the result.
    await expect.poll(() => functions.getLogLines('Stored')).toContain('succeeded after 3');
    expect(sentRecords).toEqual([]);
  });

  it('sends an event to its failure destination after the last retry', async () => {
    const { functions, arn, sentRecords } = start(1);

    functions.invokeAsync(arn, { failures: 5 });
    await functions.waitUntilIdle();

    expect(sentRecords).toMatchObject([
      {
        arn: 'arn:aws:sqs:us-east-1:000000000000:app-Failures',
        functionName: 'app-Stored',
        record: {
          requestContext: { condition: 'RetriesExhausted', approximateInvokeCount: 2, functionArn: `${arn}:$LATEST` },
          requestPayload: { failures: 5 },
          responsePayload: { errorType: 'Error', errorMessage: 'attempt 2' },
        },
      },
    ]);
  });

  it('delivers each unfinished event once after a restart', async () => {
    const firstStart = start(2, { retryDelayMs: 600_000 });
    firstStart.functions.invokeAsync(firstStart.arn, { failures: 0 });
    await firstStart.functions.waitUntilIdle();
    firstStart.functions.invokeAsync(firstStart.arn, { failures: 2 });
    await expect.poll(() => firstStart.functions.getLogLines('Stored').join()).toContain('attempt 2');

    // The retry after attempt 2 is still waiting when the functions close.
    await firstStart.functions.close();
    // The functions are closed, so the next start delivers this event.
    firstStart.functions.invokeAsync(firstStart.arn, { failures: 0 });
    await firstStart.functions.close();

    // Two events are unfinished: the one that waits for its retry, and the last one.
    const secondStart = start(2, { directory: firstStart.directory });
    secondStart.functions.resume();
    await secondStart.functions.waitUntilIdle();

    await expect
      .poll(() => secondStart.functions.getLogLines('Stored').filter((line) => line.startsWith('succeeded')))
      .toHaveLength(2);

    await secondStart.functions.close();

    const thirdStart = start(2, { directory: firstStart.directory });
    thirdStart.functions.resume();
    await thirdStart.functions.waitUntilIdle();

    expect(thirdStart.functions.getLogLines('Stored')).toEqual([]);
  });
});
