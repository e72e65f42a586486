/**
 * Checks that docs/runbooks.md names only commands, files, tests, and secrets that exist, and that the steps for a
 * restored table copy every setting of the change feed's mapping.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const document = read('docs/runbooks.md');
const { storage } = synthesize({ stage: 'prod' });

describe('docs/runbooks.md', () => {
  it('names only commands and files of the project that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const commands = new Set([...document.matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));

    expect([...commands]).toEqual(expect.arrayContaining(['migrate', 'member-data', 'queues', 'verify-table']));
    expect([...commands].filter((name) => !(name in scripts))).toEqual([]);

    const files = [...document.matchAll(/`((?:test|infra|bin|lambdas)\/[\w./-]+)`/g)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('quotes titles of tests that exist', () => {
    const quotes = [...document.matchAll(/`(test\/[\w./-]+)`\s*\(\*([^*]+)\*\)/g)];
    expect(quotes).not.toEqual([]);
    for (const [, file = '', title = ''] of quotes) expect(read(file)).toContain(`'${title}'`);
  });

  it('names every secret of the stage in the runbook about leaked keys', () => {
    const [, section = ''] = document.split('## A leaked key');
    const secrets = Object.keys(storage.findResources('AWS::SecretsManager::Secret'));
    const names = secrets.map((id) => id.replace(/(Secret)+[A-F0-9]{8}$/, ''));

    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
  });

  it('the table at the beginning has a link to each runbook', () => {
    const titles = [...document.matchAll(/^## (.+)$/gm)].map(([, title = '']) => title);
    const toAnchor = (title: string) =>
      title
        .toLowerCase()
        .replaceAll(/[^a-z -]/g, '')
        .replaceAll(' ', '-');
    const anchors = titles.map(toAnchor);
    const isLinked = (anchor: string) => document.includes('| [') && document.includes(`](#${anchor})`);

    expect(anchors).not.toEqual([]);
    expect(anchors.filter((anchor) => !isLinked(anchor))).toEqual([]);
  });
});

describe('docs/backup-and-verification.md', () => {
  it('copies every property of the mapping to a restored table, from the attribute that Lambda returns', () => {
    const [, steps = ''] = read('docs/backup-and-verification.md').split('### If the table was deleted');
    const [, query = ''] = /list-event-source-mappings [^']*'EventSourceMappings\[0\]\.\{([^']*)\}'/.exec(steps) ?? [];
    const [, create = ''] = /create-event-source-mapping((?:.*\\\n)*.*)/.exec(steps) ?? [];
    const copies = Object.fromEntries([...query.matchAll(/(\w+): (\w+)/g)].map(([, name, source]) => [name, source]));

    // Lambda returns no function name, only the ARN. The template sets the tags for the budget.
    const { FunctionName, OnFailure, ...others } = copies;
    expect(FunctionName).toBe('FunctionArn');
    expect(OnFailure).toBe('OnFailure');
    expect(Object.entries(others).filter(([name, source]) => name !== source)).toEqual([]);

    const [mapping] = Object.values(storage.findResources('AWS::Lambda::EventSourceMapping'));
    const { EventSourceArn, StartingPosition, Tags, ...copiedProperties } = mapping?.Properties ?? {};
    expect(
      Object.keys(copies)
        .filter((name) => name !== 'OnFailure')
        .sort(),
    ).toEqual(Object.keys(copiedProperties).sort());
    expect(create).toMatch(/--event-source-arn/);
    expect(create).toContain(`--starting-position ${StartingPosition}`);
  });

  it('names the construct that must change before a deployment changes the mapping of a restored table', () => {
    const [, replacedId = ''] =
      /new lambda\.CfnEventSourceMapping\([^)]*'RestoredMapping' : '(\w+)'/.exec(
        read('docs/backup-and-verification.md'),
      ) ?? [];

    expect(read('infra/constructs/change-feed.ts')).toContain(`new lambda.CfnEventSourceMapping(this, '${replacedId}'`);
  });
});

describe('docs/deploying.md', () => {
  it('deletes every table into which it restores earlier data', () => {
    const commands = read('docs/deploying.md').replaceAll('\\\n', '');
    const restoredNames = [...commands.matchAll(/--target-table-name (\S+)/g)].map(([, name]) => name);

    expect(restoredNames).toEqual(['fathom-restored']);
    for (const name of restoredNames) expect(commands).toContain(`aws dynamodb delete-table --table-name ${name}`);
  });
});

describe('the outputs of a stage', () => {
  it('the storage stack has the name and the outputs by which commands find a stage', () => {
    const source = read('bin/find-stage.ts');
    const [, list = ''] = /STAGE_OUTPUTS = \[([^\]]+)\]/.exec(source) ?? [];
    const outputs = list.split(',').map((name) => name.trim().replaceAll("'", ''));

    expect(outputs).not.toEqual(['']);
    expect(Object.keys(storage.findOutputs('*'))).toEqual(expect.arrayContaining(outputs));
    expect(read('infra/app.ts')).toMatch(/`fathom-\$\{stage\.name\}-\$\{part\}`/);
  });
});
