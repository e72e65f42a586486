import { createReadStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type Item, itemOf } from './export-format.ts';

/** Where an export keeps its items, and what it says of itself: as DynamoDB's own does. */
export const DATA = 'data';
export const SUMMARY = 'manifest-summary.json';

const exportSummary = z.object({ itemCount: z.number(), outputFormat: z.literal('DYNAMODB_JSON') });

/** What an export says of itself. DynamoDB's own says more. */
export interface ExportSummary extends z.output<typeof exportSummary> {
  readonly tableName: string;
  /** When it began. */
  readonly exportTime: string;
}

/** A folder that is no export, or none that is whole. */
class NoExport extends Error {
  constructor(directory: string, why: string) {
    super(`${directory} is no whole export: ${why}`);
    this.name = 'NoExport';
  }
}

/** An export in a folder. */
interface Export {
  readonly itemCount: number;
  readonly files: readonly string[];
}

/**
 * Opens an export: one of `exportTable`, or a copy of what DynamoDB has left in a bucket below
 * `AWSDynamoDB/<export>`.
 *
 * @throws NoExport when it is neither, or has not come to its end
 */
export function openExport(directory: string): Export {
  const [data, summary] = [join(directory, DATA), join(directory, SUMMARY)];
  if (!existsSync(summary)) throw new NoExport(directory, `there is no ${SUMMARY}, which is written last.`);
  const { success, data: stated } = exportSummary.safeParse(JSON.parse(readFileSync(summary, 'utf8')));
  if (!success) throw new NoExport(directory, `its ${SUMMARY} is not that of a full export as DynamoDB JSON.`);
  const names = existsSync(data) ? readdirSync(data).filter((name) => name.endsWith('.json.gz')) : [];
  if (names.length === 0) throw new NoExport(directory, `there is no ${DATA}/*.json.gz.`);
  return { itemCount: stated.itemCount, files: names.sort().map((name) => join(data, name)) };
}

/**
 * The items of an export, one after the other: a piece of a file is in memory at a time.
 *
 * @throws NoExport naming file and line, when one is none
 */
export async function* itemsOf({ files }: Export): AsyncGenerator<Item> {
  for (const file of files) {
    let number = 0;
    for await (const text of linesOf(file)) {
      number += 1;
      if (text !== '') yield read(text, file, number);
    }
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  // Whatever breaks is thrown where the last stream is read.
  const unpacked = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8');
  let rest = '';
  try {
    for await (const piece of unpacked) {
      const lines = `${rest}${piece}`.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
    }
  } catch (error) {
    throw new NoExport(file, (error as Error).message);
  }
  yield rest;
}

function read(text: string, file: string, number: number): Item {
  try {
    return itemOf(text);
  } catch {
    throw new NoExport(file, `line ${number} is no item.`);
  }
}
