import { readFileSync } from 'node:fs';
import { DEFAULTS, type StageKind } from './define-stage.ts';
import { SETTINGS, type SettingName } from './stage-settings.ts';

/** The header of each table of settings in the document. */
const HEADER = '| Setting | Default | Effect |\n|---|---|---|\n';

/** Instances that an account can't reserve. See "Configuring reserved concurrency" in the Lambda developer guide. */
const UNRESERVED_INSTANCES = 100;

/**
 * Returns docs/settings.md with the computed parts of its tables of settings: the defaults, and the list of settings.
 *
 * Adds a row for each new setting to the last table, with the setting's comment as its effect, and removes rows of
 * unknown settings. Keeps the effects of other rows, and the default column of settings without a default, which are
 * written by hand.
 *
 * @throws Error if the document has no table of settings
 */
export function updateSettings(document: string): string {
  const [introduction = '', ...sections] = document.split(HEADER);
  if (sections.length === 0) throw new Error(`The document lacks the table ${HEADER}`);

  const tables = sections.map((section) => {
    // An empty line ends the table. Other paragraphs follow.
    const [table = '', ...paragraphs] = section.split('\n\n');
    return { rows: table.split('\n').flatMap(updateRow), paragraphs };
  });

  const allRows = tables.flatMap(({ rows }) => rows);
  const newSettings = SETTINGS.filter((name) => !allRows.some((row) => row.split(' | ')[0]?.includes(`\`${name}\``)));
  tables.at(-1)?.rows.push(...newSettings.map(formatNewRow));

  return [introduction, ...tables.map(({ rows, paragraphs }) => [rows.join('\n'), ...paragraphs].join('\n\n'))].join(
    HEADER,
  );
}

/**
 * Returns docs/settings.md with the quota that a stage with reserved concurrency needs.
 *
 * @param reservedInstances - instances that one stage reserves
 */
export function updateQuota(document: string, reservedInstances: number): string {
  const quota = `${reservedInstances + UNRESERVED_INSTANCES}, plus ${reservedInstances} for each further stage`;
  return document.replace(/(?<=quota is at least\s+)\d+, plus \d+ for each further stage/, quota);
}

/**
 * Returns a row with its computed default: `| names | default | effect |`.
 *
 * A row can describe several settings. Returns no row if none of them exists.
 */
function updateRow(row: string): string[] {
  const [, names = '', previousDefault = '', effect = ''] = /^\| (.+?) \| (.+?) \| (.+) \|$/.exec(row) ?? [];
  const settings = [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name as SettingName);
  const knownSettings = settings.filter((name) => SETTINGS.includes(name));
  if (knownSettings.length === 0) return [];
  return [formatRow(knownSettings, formatDefaults(knownSettings) ?? previousDefault, effect)];
}

/** Returns the row of a setting that the document lacks. */
function formatNewRow(name: SettingName): string {
  return formatRow([name], formatDefaults([name]) ?? 'none', readComment(name));
}

function formatRow(names: readonly SettingName[], defaults: string, effect: string): string {
  return `| ${names.map((name) => `\`${name}\``).join(', ')} | ${defaults} | ${effect} |`;
}

/**
 * Returns the defaults of settings, such as `production 500 and 1000, others 100 and 200`, or undefined without a
 * default.
 */
function formatDefaults(names: readonly SettingName[]): string | undefined {
  const kinds = ['production', 'development', 'local'] as const satisfies readonly StageKind[];
  if (!kinds.some((kind) => names.some((name) => DEFAULTS[kind][name] !== undefined))) return undefined;

  const [production, development, local] = kinds.map((kind) =>
    names.map((name) => formatValue(DEFAULTS[kind][name])).join(' and '),
  ) as [string, string, string];

  if (production === development && development === local) return local;
  if (development === local) return `production ${production}, others ${local}`;
  if (production === development) return `${production}, local ${local}`;
  return `production ${production}, development ${development}, local ${local}`;
}

/** Formats a default for the document: numbers as text, and other values as code. */
function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(formatValue).join(', ');
  if (typeof value === 'number') return String(value);
  return `\`${typeof value === 'boolean' ? value : `'${value ?? 'none'}'`}\``;
}

/** Returns the comment of a setting in stage-settings.ts, on one line. */
function readComment(name: SettingName): string {
  const source = readFileSync(new URL('./stage-settings.ts', import.meta.url), 'utf8');
  const [, comment = ''] = new RegExp(`/\\*\\*((?:(?!\\*/)[^])*)\\*/\\s+${name}:`).exec(source) ?? [];
  return comment.replace(/\s*\n\s*\*\s?/g, ' ').trim() || 'See `infra/stage-settings.ts`';
}
