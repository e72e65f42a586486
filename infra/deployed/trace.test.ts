/**
 * Tests that `npm run trace` and `npm run logs` replace positions in minified bundles by positions in the sources. A
 * real bundle throws the error, and a fake of Lambda serves the bundle's source maps.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LambdaClient } from '@aws-sdk/client-lambda';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateLambdaEntries, writeBundles } from '../lambda-bundles.ts';
import { DeployedCode } from './deployed-code.ts';
import { createStackTraceResolver } from './resolve-log-stacks.ts';
import { parseTraceOptions, traceStack } from './trace.ts';

const ROOT = join(import.meta.dirname, '../..');
const SERVICE = 'triggers-audit-ledgers';
const DEPLOYED_AT = Date.parse('2026-11-21T12:00:00Z');

let folder: string;
/** The stack of a call without settings, as Lambda logs it. */
let stack: string;
/** The beginning of the position at which the sources throw the error. */
let origin: string;

beforeAll(() => {
  mkdirSync(join(ROOT, '.build'), { recursive: true });
  folder = mkdtempSync(join(ROOT, '.build/trace-test-'));
  writeBundles({ [SERVICE]: generateLambdaEntries()[SERVICE]! }, folder);

  const script = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, SERVICE, 'index.mjs')).href)});
    await handler({}, { getRemainingTimeInMillis: () => 60_000 }).catch((error) => console.log(error.stack));
  `;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: '/',
    env: { AWS_REGION: 'us-east-1' },
    encoding: 'utf8',
  });

  stack = output.replaceAll(pathToFileURL(join(folder, SERVICE)).href, 'file:///var/task');
  const lines = readFileSync(join(ROOT, 'lambdas/platform/config.ts'), 'utf8').split('\n');
  origin = `lambdas/platform/config.ts:${lines.findIndex((line) => line.includes('throw new Error(')) + 1}:`;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns a stage whose only function has this name, and is deployed with its source maps. */
function deploy({ stage = 'prod', functionName = 'fathom-prod-AuditLedgers' } = {}) {
  const downloads: string[] = [];
  const client = Object.assign(new LambdaClient({ region: 'us-east-1' }), {
    send: async ({ input }: { input: { FunctionName?: string; Qualifier?: string } }) =>
      input.FunctionName === undefined
        ? {
            Functions: [
              { FunctionName: 'another-application' },
              {
                FunctionName: 'fathom-dev-AuditLedgers',
                Environment: { Variables: { POWERTOOLS_SERVICE_NAME: SERVICE, STAGE: 'dev' } },
              },
              {
                FunctionName: functionName,
                LastModified: new Date(DEPLOYED_AT).toISOString(),
                LoggingConfig: { LogGroup: 'fathom-prod-AuditLedgersLog' },
                Environment: { Variables: { POWERTOOLS_SERVICE_NAME: SERVICE, STAGE: stage } },
              },
            ],
          }
        : { Code: { Location: `https://code/${input.FunctionName}/${input.Qualifier}` } },
  });

  const download = async (url: string) => {
    downloads.push(url);
    const files = readdirSync(join(folder, SERVICE));
    return zipSync(Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, SERVICE, file))])));
  };

  return { code: new DeployedCode(stage, { client, download }), downloads };
}

describe('npm run trace', () => {
  it('shows where the sources threw an error of a minified bundle, with the code of a stage', async () => {
    expect(stack).toMatch(/^Error: The function lacks TABLE_NAME.*\n +at .*file:\/\/\/var\/task\/index\.mjs:\d+:\d+/);

    const options = parseTraceOptions(['--stage', 'prod', '--function', SERVICE])!;
    const resolvedStack = await traceStack(stack, options, () => deploy().code);
    expect(resolvedStack.split('\n')[1]?.trim()).toMatch(new RegExp(`^at ${origin}\\d+$`));
    expect(resolvedStack).not.toContain('/var/task');
  });

  it('finds a function of a preview, in whose name CloudFormation has cut the stage', async () => {
    const stage = 'preview-a6bbdc-a-very-long-branch-name';
    const functionName = 'fathom-preview-a6bbdc-a-v-AuditLedgersFunction1A2B-eh76Qqbt8dDQ';
    const options = parseTraceOptions(['--stage', stage, '--function', SERVICE])!;

    const resolvedStack = await traceStack(stack, options, () => deploy({ stage, functionName }).code);

    expect(resolvedStack).toContain(`at ${origin}`);
  });

  it('shows the same position with a bundle that it builds from the sources', async () => {
    const options = parseTraceOptions(['--function', SERVICE])!;
    const failIfCalled = () => expect.fail('No stage was named.');

    expect(await traceStack(stack, options, failIfCalled)).toContain(`at ${origin}`);
  });

  it('rejects unknown functions', async () => {
    const { code } = deploy();
    const options = { stage: 'prod', service: 'posts-vanish', version: '$LATEST' };

    await expect(traceStack(stack, options, () => code)).rejects.toThrow(
      'The stage prod has no function posts-vanish.',
    );
    await expect(traceStack(stack, { ...options, stage: undefined }, () => code)).rejects.toThrow('posts-vanish');
  });

  it('rejects a command line without a function', () => {
    expect(() => parseTraceOptions(['--stage', 'prod'])).toThrow(/Name the function/);
  });
});

describe('npm run logs', () => {
  /** Builds a line that was logged a millisecond after the deployment. */
  const buildLine = (changes: object = {}) => ({
    message: JSON.stringify({ level: 'ERROR', error: { stack } }),
    logGroup: 'fathom-prod-AuditLedgersLog',
    logStream: '2026/11/21/[$LATEST]0123abc',
    time: DEPLOYED_AT + 1,
    ...changes,
  });

  it('shows stacks with sources, and downloads a function only once', async () => {
    const { code, downloads } = deploy();
    const resolve = createStackTraceResolver(code, expect.fail);

    expect(JSON.parse(await resolve(buildLine())).error.stack).toContain(`    at ${origin}`);
    await resolve(buildLine());
    expect(downloads).toEqual(['https://code/fathom-prod-AuditLedgers/$LATEST']);
  });

  it('keeps lines of earlier code, and warns once', async () => {
    const warnings: string[] = [];
    const resolve = createStackTraceResolver(deploy().code, (text) => warnings.push(text));
    const earlierLine = buildLine({ time: DEPLOYED_AT - 1 });

    expect(await resolve(earlierLine)).toBe(earlierLine.message);
    expect(await resolve(earlierLine)).toBe(earlierLine.message);
    expect(warnings).toEqual([expect.stringContaining('are of earlier code')]);
  });

  it('uses the source maps of a published version', async () => {
    const { code, downloads } = deploy();
    const resolve = createStackTraceResolver(code, expect.fail);
    // The log stream names version 12. A version never changes, so its code also fits earlier lines.
    const publishedLine = buildLine({ logStream: '2026/11/21/[12]0123abc', time: DEPLOYED_AT - 1 });

    expect(await resolve(publishedLine)).toContain(`at ${origin}`);
    expect(downloads).toEqual(['https://code/fathom-prod-AuditLedgers/12']);
  });

  it('keeps all lines if the code may not be read', async () => {
    const warnings: string[] = [];
    const { code } = deploy();
    code.loadSourceMaps = async () => Promise.reject(new Error('Not authorized to perform lambda:GetFunction'));
    const resolve = createStackTraceResolver(code, (text) => warnings.push(text));

    expect(await resolve(buildLine())).toBe(buildLine().message);
    expect(warnings).toEqual(['Stacks stay minified: Not authorized to perform lambda:GetFunction']);
  });
});
