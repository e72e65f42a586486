import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figure, table } from '../report.ts';

/**
 * A part of `npm run bench`: how long `cdk synth` takes, and what it makes of each stack. CloudFormation takes 500
 * resources and a template of a megabyte.
 */

const ROOT = join(import.meta.dirname, '../../..');
const MOST_RESOURCES = 500;
const MOST_KB = 1000;

interface Template {
  readonly Resources: Readonly<Record<string, { readonly Type: string }>>;
}

const directory = mkdtempSync(join(tmpdir(), 'fathom-synth-'));
process.on('exit', () => rmSync(directory, { recursive: true, force: true }));
const begun = performance.now();
const cdk = join(ROOT, 'node_modules/.bin/cdk');
execFileSync(cdk, ['synth', '--quiet', '--output', directory, '-c', 'stage=prod'], { cwd: ROOT, stdio: 'pipe' });
const seconds = (performance.now() - begun) / 1000;

const suffix = '.template.json';
const rows = readdirSync(directory)
  .filter((file) => file.endsWith(suffix))
  .map((file) => {
    const text = readFileSync(join(directory, file), 'utf8');
    const types = Object.values((JSON.parse(text) as Template).Resources).map(({ Type }) => Type);
    const of = (type: string) => String(types.filter((one) => one === type).length);
    // As it is sent: without the blanks that make it readable.
    const kilobytes = JSON.stringify(JSON.parse(text)).length / 1000;
    const fits = types.length <= MOST_RESOURCES && kilobytes <= MOST_KB;
    return [
      file.slice(0, -suffix.length),
      String(types.length),
      of('AWS::Lambda::Function'),
      of('AWS::IAM::Role'),
      figure(kilobytes),
      fits ? 'ok' : 'OVER',
    ];
  });
console.log(`\n## Synthesis: ${figure(seconds)} s for all stacks of the stage prod, bundles included\n`);
console.log(table(['Stack', 'Resources', 'Functions', 'Roles', 'KB', `≤ ${MOST_RESOURCES}, ${MOST_KB} KB`], rows));
