/**
 * Tests of reloading functions in `npm run dev`: a function whose sources change runs its new code in the next call.
 */
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLambdaBuildOptions, type LambdaEntries } from '../../lambda-bundles.ts';
import { Functions } from '../lambda/functions.ts';
import { silentTerminal } from '../process/terminal.ts';
import { deriveIdentities } from '../template/identities.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { FunctionReload } from './function-reload.ts';

/** The source of a function that waits until the file `until` exists, and then returns its word. */
const WAIT = `
  import { existsSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  import { word } from './word.ts';
  export const handler = async ({ until }: { until?: string }) => {
    console.log('started');
    while (until && !existsSync(until)) await setTimeout(5);
    console.log('finished with ' + word);
    return word;
  };`;

let project: string;
let functions: Functions;
let reload: FunctionReload;
let createReload: () => FunctionReload;
let printedLines: string[];

beforeEach(async () => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'fathom-reload-')));
  printedLines = [];
  write('word.ts', "export const word: string = 'old';");
  write('wait.ts', WAIT);
  write('greet.ts', "import { word } from './word.ts'; export const handler = () => 'hello, ' + word;");
  write('rest.ts', "export const handler = () => 'no word';");
  // Shares code with the other functions, but isn't part of the template.
  write('unused.ts', "import { word } from './word.ts'; import './rest.ts'; export const handler = () => word;");

  const entries = { greet: 'greet.ts', wait: 'wait.ts', rest: 'rest.ts', unused: 'unused.ts' };
  const bundles = join(project, 'bundles');
  const buildOptions = (selectedEntries: LambdaEntries, outdir: string) => ({
    ...createLambdaBuildOptions(selectedEntries, outdir, 'readable'),
    absWorkingDir: project,
  });
  buildSync(buildOptions(entries, bundles));
  symlinkSync('bundles/chunks', join(project, 'chunks'));

  functions = createFunctions(bundles, ['greet', 'wait', 'rest']);
  const terminal = { info: print, warn: print, detail: print };
  createReload = () => new FunctionReload({ project, entries, bundles, options: buildOptions, functions, terminal });
  reload = createReload();
  await reload.run();
});
afterEach(async () => {
  await functions.close();
  rmSync(project, { recursive: true, force: true });
});

const print = (line: string) => void printedLines.push(line);
const write = (file: string, code: string) => writeFileSync(join(project, file), code);

/** Changes a source and reloads the functions that contain it. */
const change = async (file: string, code: string) => {
  write(file, code);
  await reload.run([join(project, file)]);
};

/** Runs a function. Returns its result, or throws its error. */
const call = async (label: string, event: object = {}) => {
  const outcome = await functions.invoke(`arn:aws:lambda:us-east-1:000000000000:function:app-${label}`, event);
  if (!outcome.ok) throw new Error(outcome.error.errorMessage);
  return JSON.parse(outcome.payload);
};

/** Creates functions with copies of these bundles in folders with other names, as the CDK does. */
function createFunctions(bundles: string, names: string[]): Functions {
  const resources = names.map((name, index) => {
    cpSync(join(bundles, name), join(project, `asset.${index}`), { recursive: true });
    const Metadata = { 'aws:cdk:path': `app/${name}/Function/Resource`, 'aws:asset:path': `asset.${index}` };
    const Properties = { Handler: 'index.handler', Runtime: 'nodejs24.x', Timeout: 20 };
    return [name, { Type: 'AWS::Lambda::Function', Properties, Metadata }];
  });
  const stack = parseStack('app', { Resources: Object.fromEntries(resources) });

  return new Functions(
    new Resolver([stack], { pseudoParameters: {}, identify: deriveIdentities('http://127.0.0.1:1') }),
    {
      assembly: project,
      logFolder: join(project, 'logs'),
      eventFile: join(project, 'events.json'),
      terminal: silentTerminal,
      environment: {},
      sendToDestination: () => {},
    },
  );
}

describe('FunctionReload', () => {
  it('reloads nothing if no source of a function has changed', async () => {
    await change('another.ts', 'export {};');
    expect(printedLines).toEqual([]);
  });

  it('reloads a function that changed after synthesis', async () => {
    write('rest.ts', "export const handler = () => 'any word';");
    await createReload().run();

    expect(printedLines).toMatchObject([/^Reloaded 1 function: rest \(/].map(matching));
    expect(await call('rest')).toBe('any word');
  });

  it('runs the new code of changed functions in their next calls', async () => {
    expect(await Promise.all([call('greet'), call('wait'), call('rest')])).toEqual(['hello, old', 'old', 'no word']);

    await change('word.ts', "export const word = 'new';");
    expect(await Promise.all([call('greet'), call('wait'), call('rest')])).toEqual(['hello, new', 'new', 'no word']);

    await change('rest.ts', "export const handler = () => 'the last word';");
    expect(await call('rest')).toBe('the last word');
    expect(printedLines).toMatchObject(
      [/^Reloaded 2 functions: greet, wait \(/, /^Reloaded 1 function: rest \(/].map(matching),
    );
  });

  it('finishes a call in progress on the old code', async () => {
    const flagFile = join(project, 'go');
    const callInProgress = call('wait', { until: flagFile });
    await expect.poll(() => functions.getLogLines('wait')).toEqual(['started']);

    await change('word.ts', "export const word = 'new';");
    expect(await call('wait')).toBe('new');

    write('go', '');
    expect(await callInProgress).toBe('old');
    await expect.poll(() => functions.getLogLines('wait')).toContain('finished with old');
    expect(await call('wait')).toBe('new');
  });

  it('keeps the old code and prints the place of a build error', async () => {
    await change('word.ts', "export const word = 'new;");
    expect(printedLines).toMatchObject([/could not be bundled/, /word\.ts:1:/].map(matching));
    expect(await call('greet')).toBe('hello, old');

    await change('greet.ts', "import { word } from './word.ts'; export const handler = () => 'hi, ' + word;");
    expect(await call('greet')).toBe('hello, old');

    printedLines.length = 0;
    await change('word.ts', "export const word = 'new';");
    expect(await Promise.all([call('greet'), call('wait')])).toEqual(['hi, new', 'new']);
    expect(printedLines).toMatchObject([/^Reloaded 2 functions/].map(matching));
  });

  it('bundles again when a missing file is created', async () => {
    await change('rest.ts', "import './missing.ts'; export const handler = () => 'no word';");
    printedLines.length = 0;

    await change('missing.ts', 'export {};');
    expect(printedLines).toMatchObject([/^Reloaded 1 function: rest \(/].map(matching));
  });
});

function matching(pattern: RegExp) {
  return expect.stringMatching(pattern);
}
