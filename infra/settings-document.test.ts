/** Tests of the generated parts of docs/settings.md: the default values of a stage's settings, by kind of stage. */
import { describe, expect, it } from 'vitest';
import { updateQuota, updateSettings } from './settings-document.ts';

const buildDocument = (...rows: readonly string[]) =>
  ['# Settings\n', '| Setting | Default | Effect |', '|---|---|---|', ...rows, '\nMore text.\n'].join('\n');
const findRow = (document: string, name: string) => document.split('\n').find((row) => row.startsWith(`| \`${name}\``));

describe('updateSettings', () => {
  it('writes defaults by kind of stage, and keeps effects and the surrounding text', () => {
    const document = updateSettings(
      buildDocument('| `requestsPerSecond`, `requestBurst` | 1 | Limits \\| both |', '| `originCheck` | ? | Checks |'),
    );

    expect(document).toMatch(/^# Settings\n\n\|/);
    expect(document).toMatch(/\|\n\nMore text\.\n$/);
    expect(findRow(document, 'requestsPerSecond')).toBe(
      '| `requestsPerSecond`, `requestBurst` | production 500 and 1000, others 100 and 200 | Limits \\| both |',
    );
    expect(findRow(document, 'originCheck')).toBe('| `originCheck` | `true`, local `false` | Checks |');
  });

  it('keeps the default column of a setting without a default', () => {
    const row = "| `domainName`, `certificateArn` | CloudFront's name | The site's own domain |";
    expect(findRow(updateSettings(buildDocument(row)), 'domainName')).toBe(row);
  });

  it('adds a row for a new setting, with its comment, and removes rows of unknown settings', () => {
    const document = updateSettings(buildDocument('| `moonPhase` | 1 | Tides |'));
    expect(document).not.toContain('moonPhase');
    expect(findRow(document, 'tracing')).toBe('| `tracing` | `false` | Functions send traces to X-Ray. |');
    expect(updateSettings(document)).toBe(document);
  });

  it('updates each table, and adds new settings to the last one', () => {
    const documents = [buildDocument('| `tracing` | ? | Traces |'), buildDocument('| `canary` | ? | Checks |')];
    const [firstTable, secondTable] = updateSettings(documents.join('\n')).split('More text.') as [string, string];

    expect(firstTable.match(/^\| `.*$/gm)).toEqual(['| `tracing` | `false` | Traces |']);
    expect(secondTable).toContain('| `canary` | production `true`, others `false` | Checks |\n|');
    expect(secondTable).not.toContain('`tracing`');
  });

  it('rejects a document without the table', () => {
    expect(() => updateSettings('# Settings')).toThrow('lacks the table');
  });
});

describe('updateQuota', () => {
  it('adds the 100 instances that AWS keeps unreserved', () => {
    const sentence = 'if the quota is at least\n1, plus 2 for each further stage:';

    // A stage reserves 61 instances here: 61 + 100.
    expect(updateQuota(sentence, 61)).toBe('if the quota is at least\n161, plus 61 for each further stage:');
  });
});
