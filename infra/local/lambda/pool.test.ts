/**
 * Tests of a function's pool of sandboxes. A sandbox is a thread that has loaded the function and runs one event at a
 * time, like an execution environment of Lambda.
 */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { silentTerminal, type Terminal } from '../process/terminal.ts';
import type { FunctionDefinition } from '../template/function-definition.ts';
import { FunctionLog } from './function-log.ts';
import { FunctionPool, type PoolSettings } from './pool.ts';
import { SandboxLimit } from './sandbox-limit.ts';

const pools: FunctionPool[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.close()));
});

type PoolOptions = Partial<FunctionDefinition & PoolSettings & { terminal: Terminal; limit: SandboxLimit }>;

/** Creates the pool of a function with this code. Pools are closed after each test. */
function createPool(
  code: string,
  { terminal = silentTerminal, limit = new SandboxLimit(), ...overrides }: PoolOptions = {},
): FunctionPool {
  const directory = mkdtempSync(join(tmpdir(), 'fathom-lambda-'));
  const file = join(directory, 'index.mjs');
  writeFileSync(file, code);

  const definition: FunctionDefinition = {
    name: 'fn',
    arn: 'arn:fn',
    label: 'fn',
    file,
    exportName: 'handler',
    environment: { ONLY: 'this' },
    timeoutSeconds: 20,
    memoryMb: 128,
    ...overrides,
  };
  const settings = {
    maxConcurrency: 4,
    growDelayMs: 1,
    idleMs: 60_000,
    slowLoadMs: 10_000,
    extraLoadMs: 60_000,
    ...overrides,
  };
  const functionPool = new FunctionPool(definition, new FunctionLog(directory, 'fn', terminal), settings, limit);
  pools.push(functionPool);

  return functionPool;
}

/** Runs a function once. Returns its result, or throws its error. */
const getResult = async (pool: FunctionPool, event: unknown = {}) => {
  const outcome = await pool.invoke(event);
  if (!outcome.ok) throw new Error(outcome.error.errorMessage);
  return JSON.parse(outcome.payload);
};

describe('FunctionPool', () => {
  it('runs a handler with its event, environment, and context', async () => {
    const pool = createPool(`export const handler = async (event, context) => ({
      event, environment: process.env, name: context.functionName, id: context.awsRequestId,
      arn: context.invokedFunctionArn, memory: context.memoryLimitInMB, left: context.getRemainingTimeInMillis() })`);
    const output = await getResult(pool, { a: 1, dropped: undefined });

    expect(output).toMatchObject({
      event: { a: 1 },
      environment: { ONLY: 'this' },
      name: 'fn',
      arn: 'arn:fn',
      memory: '128',
    });
    expect(Object.keys(output.environment)).toEqual(['ONLY']);
    expect(output.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(output.left).toBeGreaterThan(0);
  });

  it('keeps a sandbox warm for the next event', async () => {
    const pool = createPool('let count = 0; export const handler = () => ++count;');
    expect([await getResult(pool), await getResult(pool), await getResult(pool)]).toEqual([1, 2, 3]);
    expect(pool.size).toBe(1);
  });

  it('runs concurrent events in separate sandboxes, up to maxConcurrency', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fathom-threads-'));

    // No event ends before three sandboxes have started one, however long they load.
    const code = `import { readdirSync, writeFileSync } from 'node:fs';
      import { setTimeout } from 'node:timers/promises';
      import { threadId } from 'node:worker_threads';
      const folder = ${JSON.stringify(folder)};
      let busy = false;
      export const handler = async () => {
        if (busy) throw new Error('two concurrent events');
        busy = true;
        writeFileSync(folder + '/' + threadId, '');
        while (readdirSync(folder).length < 3) await setTimeout(5);
        busy = false;
        return threadId;
      };`;

    const pool = createPool(code, { maxConcurrency: 3 });
    const threadIds = await Promise.all(Array.from({ length: 9 }, () => getResult(pool)));
    rmSync(folder, { recursive: true });

    expect(new Set(threadIds).size).toBe(3);
  });

  it('serves a burst with the ready sandbox unless events wait long', async () => {
    const code = 'let count = 0; export const handler = () => ++count;';
    const pool = createPool(code, { growDelayMs: 60_000 });
    expect(await Promise.all([getResult(pool), getResult(pool), getResult(pool)])).toEqual([1, 2, 3]);
    expect(pool.size).toBe(1);
  });

  it('loads one sandbox at a time while the first serves events', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'fathom-loads-'));

    // Each thread but the first finishes loading when the file `go` exists.
    const code = `import { existsSync, readdirSync, writeFileSync } from 'node:fs';
      import { setTimeout } from 'node:timers/promises';
      import { threadId } from 'node:worker_threads';
      const folder = ${JSON.stringify(folder)};
      const isFirst = readdirSync(folder).length === 0;
      writeFileSync(folder + '/' + threadId, '');
      while (!isFirst && !existsSync(folder + '/go')) await setTimeout(5);
      export const handler = async () => { await setTimeout(20); return isFirst; };`;

    const pool = createPool(code, { maxConcurrency: 3 });
    const results = Array.from({ length: 30 }, () => getResult(pool));

    await expect.poll(() => pool.size).toBe(2);
    expect(await Promise.all(results)).toEqual(Array(30).fill(true));
    expect(readdirSync(folder)).toHaveLength(2);

    writeFileSync(join(folder, 'go'), '');
  });

  it('ends the sandbox that was idle first to make room for another function', async () => {
    const limit = new SandboxLimit(2);
    const [poolA, poolB, poolC] = ['a', 'b', 'c'].map((name) =>
      createPool(`export const handler = () => '${name}'`, { limit }),
    );
    for (const pool of [poolA, poolB, poolA, poolC]) await getResult(pool!);

    expect([poolA!.size, poolB!.size, poolC!.size]).toEqual([1, 0, 1]);
  });

  it('makes events wait for room unless another function waits for them', async () => {
    const limit = new SandboxLimit(1);
    const flagFile = join(mkdtempSync(join(tmpdir(), 'fathom-flag-')), 'flag');
    const outerPool = createPool(
      `import { existsSync } from 'node:fs';
      import { setTimeout } from 'node:timers/promises';
      export const handler = async () => { while (!existsSync(${JSON.stringify(flagFile)})) await setTimeout(5); return 1; };`,
      { limit },
    );
    const [nestedPool, otherPool] = ['nested', 'other'].map((name) =>
      createPool(`export const handler = () => '${name}'`, { limit }),
    );

    const outerResult = getResult(outerPool);
    await expect.poll(() => outerPool.size).toBe(1);

    const otherResult = getResult(otherPool!);
    expect(await nestedPool!.invoke({}, { isNested: true })).toMatchObject({ ok: true });
    expect(otherPool!.size).toBe(0);

    writeFileSync(flagFile, '');
    expect(await Promise.all([outerResult, otherResult])).toEqual([1, 'other']);
    expect(outerPool.size + nestedPool!.size + otherPool!.size).toBe(1);
  });

  it('reports an error of the handler and reuses the sandbox', async () => {
    const pool = createPool(`let count = 0; export const handler = async () => {
      if (++count === 1) throw new TypeError('not today');
      return count;
    };`);

    expect(await pool.invoke({})).toMatchObject({
      ok: false,
      timedOut: false,
      error: { errorType: 'TypeError', errorMessage: 'not today' },
    });
    expect(await getResult(pool)).toBe(2);
  });

  it('stops a handler that never yields at its timeout and starts a new sandbox', async () => {
    const pool = createPool('export const handler = (event) => { while (event.hang); return "done"; };', {
      timeoutSeconds: 0.2,
    });

    expect(await pool.invoke({ hang: true })).toMatchObject({
      ok: false,
      timedOut: true,
      error: { errorMessage: expect.stringContaining('Task timed out after 0.20 seconds') },
    });
    expect(await getResult(pool)).toBe('done');
  });

  it.each([
    ['exits', 'process.exit(3)', 'Runtime.ExitError'],
    [
      'dies of an uncaught error',
      'setImmediate(() => { throw new RangeError("uncaught") }); await new Promise(() => {})',
      'RangeError',
    ],
    ['runs out of memory', 'const all = []; for (;;) all.push(new Array(100000).fill(all.length + 0.5))', 'Error'],
  ])('reports an error when a handler %s and starts a new sandbox', async (_, statement, errorType) => {
    const pool = createPool(
      `export const handler = async (event) => { if (event.crash) { ${statement} } return 'alive'; };`,
      {
        memoryMb: 32,
      },
    );
    expect(await pool.invoke({ crash: true })).toMatchObject({ ok: false, timedOut: false, error: { errorType } });
    expect(await getResult(pool)).toBe('alive');
  });

  it('reports an error when the module cannot be loaded', async () => {
    expect(await createPool('throw new Error("broken")').invoke({})).toMatchObject({
      error: { errorMessage: 'broken' },
    });
    expect(await createPool('export const other = 1').invoke({})).toMatchObject({
      error: { errorMessage: expect.stringContaining('exports no function handler') },
    });
  });

  it('waits for a module that loads slowly and reports it once', async () => {
    const warnings: string[] = [];
    const flagFile = join(mkdtempSync(join(tmpdir(), 'fathom-flag-')), 'flag');
    const code = `import { existsSync } from 'node:fs';
      import { setTimeout } from 'node:timers/promises';
      while (!existsSync(${JSON.stringify(flagFile)})) await setTimeout(5);
      export const handler = () => 'loaded';`;

    const pool = createPool(code, {
      slowLoadMs: 1,
      terminal: { ...silentTerminal, warn: (line) => warnings.push(line) },
    });
    const results = Promise.all([getResult(pool), getResult(pool)]);

    await expect.poll(() => warnings).toEqual(['fn is still loading after 0.001 s. This machine is busy; waiting.']);

    writeFileSync(flagFile, '');
    expect(await results).toEqual(['loaded', 'loaded']);
    expect(warnings).toHaveLength(1);
  });

  it('ends a sandbox whose module never loads', async () => {
    const code = 'await new Promise((resolve) => setTimeout(resolve, 1e9)); export const handler = () => 1;';
    const pool = createPool(code, { slowLoadMs: 1, extraLoadMs: 50 });

    expect(await pool.invoke({})).toMatchObject({ ok: false, timedOut: true });
    await expect.poll(() => pool.size).toBe(0);
  });

  it('ends idle sandboxes', async () => {
    const pool = createPool('export const handler = () => 1', { idleMs: 1 });
    await getResult(pool);
    await expect.poll(() => pool.size).toBe(0);
  });

  it('ends running and waiting events with an error when the pool closes', async () => {
    const pool = createPool('export const handler = () => new Promise(() => {})', { maxConcurrency: 1 });
    const outcomes = [pool.invoke({}), pool.invoke({})];
    await pool.close();
    expect(await Promise.all(outcomes)).toMatchObject([{ ok: false }, { ok: false }]);
  });
});
