import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type Item, parseItem } from './export-format.ts';

/** Folder of the items in an export, as in DynamoDB's own exports. */
export const DATA_FOLDER = 'data';

/** Name of the summary of an export, as in DynamoDB's own exports. */
export const SUMMARY_FILE = 'manifest-summary.json';

const exportSummarySchema = z.object({ itemCount: z.number(), outputFormat: z.literal('DYNAMODB_JSON') });

/** The summary of an export. DynamoDB's own summary has more fields. */
export interface ExportSummary extends z.output<typeof exportSummarySchema> {
  readonly tableName: string;
  /** Start of the export, as an ISO timestamp. */
  readonly exportTime: string;
}

/** Thrown if a folder or file is not a complete export. */
export class InvalidExportError extends Error {
  constructor(path: string, reason: string) {
    super(`${path} is not a complete export: ${reason}`);
    this.name = 'InvalidExportError';
  }
}

/** The content of an export's folder. */
export interface Export {
  readonly itemCount: number;
  readonly files: readonly string[];
}

/**
 * Opens an export: one of `exportTable`, or a copy of a DynamoDB export in S3 (`AWSDynamoDB/<export>`).
 *
 * @throws InvalidExportError if the folder is not a complete export
 */
export function openExport(directory: string): Export {
  const folder = join(directory, DATA_FOLDER);
  const summaryFile = join(directory, SUMMARY_FILE);
  if (!existsSync(summaryFile)) {
    throw new InvalidExportError(directory, `${SUMMARY_FILE} is missing, which is written last.`);
  }

  const { success, data: summary } = exportSummarySchema.safeParse(JSON.parse(readFileSync(summaryFile, 'utf8')));
  if (!success) {
    throw new InvalidExportError(
      directory,
      `its ${SUMMARY_FILE} does not describe a full export in the format DYNAMODB_JSON.`,
    );
  }

  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json.gz')) : [];
  if (names.length === 0) throw new InvalidExportError(directory, `it has no ${DATA_FOLDER}/*.json.gz.`);

  return { itemCount: summary.itemCount, files: names.sort().map((name) => join(folder, name)) };
}

/**
 * Yields the items of an export. Streams the files, so memory use is small.
 *
 * @throws InvalidExportError with file and line, if a line is not an item
 */
export async function* readItems({ files }: Export): AsyncGenerator<Item> {
  for (const file of files) {
    let lineNumber = 0;
    for await (const line of readLines(file)) {
      lineNumber += 1;
      if (line !== '') yield parseItemAt(line, file, lineNumber);
    }
  }
}

/** Yields the lines of a compressed file, with an empty last line if the file ends with a newline. */
async function* readLines(file: string): AsyncGenerator<string> {
  // The callback ignores errors, because the loop below throws the errors of all streams.
  const chunks = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8');
  let incompleteLine = '';

  try {
    for await (const chunk of chunks) {
      const lines = `${incompleteLine}${chunk}`.split('\n');
      incompleteLine = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new InvalidExportError(file, (error as Error).message);
  }
  yield incompleteLine;
}

function parseItemAt(line: string, file: string, lineNumber: number): Item {
  try {
    return parseItem(line);
  } catch {
    throw new InvalidExportError(file, `line ${lineNumber} is not an item.`);
  }
}
