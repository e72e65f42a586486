/**
 * Checks the documents with steps for operators: everything that they name exists, and the steps for a restored table copy
 * every setting of the change feed's mapping.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { synthesize } from '../support/synthesis.ts';

const ROOT = join(import.meta.dirname, '../..');
const { storage } = synthesize({ stage: 'prod' });

/** Reads a file of the project. */
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** Returns what the pattern's only group matches, for each match. */
const findAll = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, group = '']) => group);

describe('docs/runbooks.md', () => {
  const runbooks = read('docs/runbooks.md');

  it('names only commands of the project that exist', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const commands = findAll(runbooks, /npm run ([\w:-]+)/g);

    expect(commands).toEqual(expect.arrayContaining(['migrate', 'member-data', 'queues', 'verify-table']));
    expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names only files of the project that exist', () => {
    const files = findAll(runbooks, /`((?:test|infra|bin|lambdas)\/[\w./-]+)`/g);

    // Fails if the pattern stops matching most files.
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
  });

  it('quotes titles of tests that exist', () => {
    // Such as `test/faults/token-keys.test.ts` (*the title*).
    const quotes = [...runbooks.matchAll(/`(test\/[\w./-]+)`\s*\(\*([^*]+)\*\)/g)];

    expect(quotes).not.toEqual([]);
    for (const [, file = '', title = ''] of quotes) expect(read(file)).toContain(`'${title}'`);
  });

  it('names every secret of the stage in the runbook about leaked keys', () => {
    const [, section = ''] = runbooks.split('## A leaked key');
    const secretIds = Object.keys(storage.findResources('AWS::SecretsManager::Secret'));
    // The runbook leaves out the last word, "Secret", and the hash that the CDK appends.
    const names = secretIds.map((id) => id.replace(/(Secret)+[A-F0-9]{8}$/, ''));

    // Fails if the template's secrets are no longer found.
    expect(names.length).toBeGreaterThan(4);
    expect(names.filter((name) => !section.includes(`\`${name}`))).toEqual([]);
  });

  it('the table at the beginning has a link to each runbook', () => {
    const links = findAll(runbooks, /^\| \[[^\]]+\]\(#([^)]+)\)/gm);
    const headings = findAll(runbooks, /^## (.+)$/gm);
    const anchors = headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^a-z -]/g, '')
        .replaceAll(' ', '-'),
    );

    expect(anchors).not.toEqual([]);
    expect(anchors.filter((anchor) => !links.includes(anchor))).toEqual([]);
  });
});

describe('docs/backup-and-verification.md', () => {
  const backup = read('docs/backup-and-verification.md');
  const [, restoreSteps = ''] = backup.split('### If the table was deleted');
  const [mapping] = Object.values(storage.findResources('AWS::Lambda::EventSourceMapping'));

  it('copies every property of the mapping to a restored table, from the attribute that Lambda returns', () => {
    // The tags are for the budget only. The other two differ for the new table, as the next test checks.
    const { EventSourceArn, StartingPosition, Tags, ...properties } = mapping?.Properties ?? {};
    const [query = ''] = findAll(
      restoreSteps,
      /list-event-source-mappings [^']*'EventSourceMappings\[0\]\.\{([^']*)\}'/g,
    );
    // `OnFailure` is a part of the property `DestinationConfig`.
    const { OnFailure, ...copies } = Object.fromEntries(
      [...query.matchAll(/(\w+): (\w+)/g)].map(([, property, attribute]) => [property, attribute]),
    );

    // Lambda returns no function name, only the ARN.
    const expectedCopies = Object.keys(properties).map((name) => [
      name,
      name === 'FunctionName' ? 'FunctionArn' : name,
    ]);
    expect(copies).toEqual(Object.fromEntries(expectedCopies));
    expect(OnFailure).toBe('OnFailure');
  });

  it("lets the new mapping read the restored table's stream, from the position in the template", () => {
    // A command ends at the first line without a backslash.
    const [command = ''] = findAll(restoreSteps, /create-event-source-mapping((?:.*\\\n)*.*)/g);

    expect(command).toContain('--event-source-arn');
    expect(command).toContain(`--starting-position ${mapping?.Properties.StartingPosition}`);
  });

  it('names the construct that must change before a deployment changes the mapping of a restored table', () => {
    const [id = ''] = findAll(backup, /new lambda\.CfnEventSourceMapping\([^)]*'RestoredMapping' : '(\w+)'/g);

    expect(read('infra/constructs/change-feed.ts')).toContain(`new lambda.CfnEventSourceMapping(this, '${id}'`);
  });
});

describe('docs/deploying.md', () => {
  it('deletes every table into which it restores earlier data', () => {
    const commands = read('docs/deploying.md').replaceAll('\\\n', '');
    const restoredNames = findAll(commands, /--target-table-name (\S+)/g);

    expect(restoredNames).toEqual(['fathom-restored']);
    for (const name of restoredNames) expect(commands).toContain(`aws dynamodb delete-table --table-name ${name}`);
  });
});

describe('the outputs of a stage', () => {
  it('the storage stack has the name and the outputs by which commands find a stage', () => {
    const [list = ''] = findAll(read('bin/find-stage.ts'), /STAGE_OUTPUTS = \[([^\]]+)\]/g);
    const outputs = findAll(list, /'(\w+)'/g);

    expect(outputs).not.toEqual([]);
    expect(Object.keys(storage.findOutputs('*'))).toEqual(expect.arrayContaining(outputs));
    expect(read('infra/app.ts')).toMatch(/`fathom-\$\{stage\.name\}-\$\{part\}`/);
  });
});
