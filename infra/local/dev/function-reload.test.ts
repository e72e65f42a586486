import { cpSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type LambdaEntries, lambdaBuild } from '../../lambda-bundles.ts';
import { Functions } from '../lambda/lambda.ts';
import { silentTerminal } from '../process/terminal.ts';
import { identifier } from '../template/identities.ts';
import { parseStack, Resolver } from '../template/template.ts';
import { FunctionReload } from './function-reload.ts';

const WAIT = `
  import { existsSync } from 'node:fs';
  import { setTimeout } from 'node:timers/promises';
  import { word } from './word.ts';
  export const handler = async ({ until }: { until?: string }) => {
    console.log('began');
    while (until && !existsSync(until)) await setTimeout(5);
    console.log('ended on ' + word);
    return word;
  };`;

let project: string;
let functions: Functions;
let reload: FunctionReload;
let another: () => FunctionReload;
let said: string[];

beforeEach(async () => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'fathom-reload-')));
  said = [];
  write('word.ts', "export const word: string = 'old';");
  write('wait.ts', WAIT);
  write('greet.ts', "import { word } from './word.ts'; export const handler = () => 'hello, ' + word;");
  write('rest.ts', "export const handler = () => 'no word';");
  const entries = { greet: 'greet.ts', wait: 'wait.ts', rest: 'rest.ts' };
  const bundles = join(project, 'bundles');
  const options = (some: LambdaEntries, outdir: string) => ({ ...lambdaBuild(some, outdir), absWorkingDir: project });
  buildSync(options(entries, bundles));
  functions = runFrom(bundles, Object.keys(entries));
  const terminal = { say: tell, warn: tell, detail: tell };
  another = () => new FunctionReload({ project, entries, bundles, options, functions, terminal });
  reload = another();
  await reload.run();
});
afterEach(async () => {
  await functions.close();
  rmSync(project, { recursive: true, force: true });
});

const tell = (line: string) => void said.push(line);
const write = (file: string, code: string) => writeFileSync(join(project, file), code);
const change = async (file: string, code: string) => {
  write(file, code);
  await reload.run([join(project, file)]);
};
const call = async (label: string, event: object = {}) => {
  const outcome = await functions.invoke(`arn:aws:lambda:us-east-1:000000000000:function:app-${label}`, event);
  if (!outcome.ok) throw new Error(outcome.error.errorMessage);
  return JSON.parse(outcome.payload);
};

/** Functions with copies of these bundles, in folders whose names say nothing of theirs: as the CDK makes them. */
function runFrom(bundles: string, names: string[]): Functions {
  const resources = names.map((name, index) => {
    cpSync(join(bundles, name), join(project, `asset.${index}`), { recursive: true });
    const Metadata = { 'aws:cdk:path': `app/${name}/Function/Resource`, 'aws:asset:path': `asset.${index}` };
    const Properties = { Handler: 'index.handler', Runtime: 'nodejs24.x', Timeout: 20 };
    return [name, { Type: 'AWS::Lambda::Function', Properties, Metadata }];
  });
  const stack = parseStack('app', { Resources: Object.fromEntries(resources) });
  return new Functions(new Resolver([stack], { pseudoParameters: {}, identify: identifier('http://127.0.0.1:1') }), {
    assembly: project,
    logs: join(project, 'logs'),
    events: join(project, 'events.json'),
    terminal: silentTerminal,
    environment: {},
    sendTo: () => {},
  });
}

describe('FunctionReload', () => {
  it('reloads nothing that is what it was when the template was made, or is not made from what has changed', async () => {
    await change('another.ts', 'export {};');
    expect(said).toEqual([]);
  });

  it('reloads what has changed since the template was made', async () => {
    write('rest.ts', "export const handler = () => 'any word';");
    await another().run();
    expect(said).toMatchObject([/^Reloaded 1 function: rest \(/].map(matching));
    expect(await call('rest')).toBe('any word');
  });

  it('has the next call of each function that has changed run its new code', async () => {
    expect(await Promise.all([call('greet'), call('wait'), call('rest')])).toEqual(['hello, old', 'old', 'no word']);
    await change('word.ts', "export const word = 'new';");
    expect(await Promise.all([call('greet'), call('wait'), call('rest')])).toEqual(['hello, new', 'new', 'no word']);
    await change('rest.ts', "export const handler = () => 'the last word';");
    expect(await call('rest')).toBe('the last word');
    expect(said).toMatchObject(
      [/^Reloaded 2 functions: greet, wait \(/, /^Reloaded 1 function: rest \(/].map(matching),
    );
  });

  it('lets a call under way end on the old code', async () => {
    const until = join(project, 'go');
    const underWay = call('wait', { until });
    await expect.poll(() => functions.logLines('wait')).toEqual(['began']);
    await change('word.ts', "export const word = 'new';");
    expect(await call('wait')).toBe('new');
    write('go', '');
    expect(await underWay).toBe('old');
    await expect.poll(() => functions.logLines('wait')).toContain('ended on old');
    expect(await call('wait')).toBe('new');
  });

  it('keeps the old code while there is an error, and tells where it is', async () => {
    await change('word.ts', "export const word = 'new;");
    expect(said).toMatchObject([/could not be bundled/, /word\.ts:1:/].map(matching));
    expect(await call('greet')).toBe('hello, old');
    await change('greet.ts', "import { word } from './word.ts'; export const handler = () => 'hi, ' + word;");
    expect(await call('greet')).toBe('hello, old');
    said.length = 0;
    await change('word.ts', "export const word = 'new';");
    expect(await Promise.all([call('greet'), call('wait')])).toEqual(['hi, new', 'new']);
    expect(said).toMatchObject([/^Reloaded 2 functions/].map(matching));
  });

  it('tries again when there is a file that was missing', async () => {
    await change('rest.ts', "import './missing.ts'; export const handler = () => 'no word';");
    said.length = 0;
    await change('missing.ts', 'export {};');
    expect(said).toMatchObject([/^Reloaded 1 function: rest \(/].map(matching));
  });
});

function matching(pattern: RegExp) {
  return expect.stringMatching(pattern);
}
