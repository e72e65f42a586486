import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from '../../../lambdas/table/client.ts';
import { buildFilePut } from '../../../lambdas/table/file.ts';
import type { Profile } from '../../../lambdas/table/profile.ts';
import { fromMetres } from '../../../shared/rules/depth.ts';
import {
  FILES_BULK_LIMIT,
  FILES_BY_ID_LIMIT,
  FILES_PAGE_SIZE,
  PREVIEW_PIXELS,
  THUMBNAIL_PIXELS,
} from '../../../shared/rules/limits.ts';
import { meter } from '../meter.ts';
import { formatNumber } from '../report.ts';
import { recordFigure } from '../results.ts';
import { requestFiles } from '../scale/file-queries.ts';
import type { MeasurePattern } from './capacity-sheet.ts';
import { BANDS_BELOW_SURFACE, buildFileItem, createMember, memberId } from './small-community.ts';

/** Number of members who upload files. */
const UPLOADERS = 50;
/** Number of runs whose processor time is measured. */
const RUNS = 15;
/** Maximum puts of one BatchWriteItem: DynamoDB's limit. */
const MAX_WRITES = 25;

/**
 * Measures Load All of 1,000 files: the outline, and the files on a screen. Also measures the list of whole files,
 * which the outline replaced.
 */
export async function measureLoadAll(measure: MeasurePattern): Promise<void> {
  const viewer = await storeFiles();
  const listWholeFiles = () => requestFiles(viewer, { limit: FILES_BULK_LIMIT });
  const listOutline = () => requestFiles(viewer, { limit: FILES_BULK_LIMIT, outline: true });
  const listByIds = (ids: readonly string[]) => requestFiles(viewer, { ids });

  const { outline = [] } = await measure('listFiles, outline of 1,000', listOutline);
  const ids = outline.map(({ id }) => id);
  const batches = Array.from({ length: ids.length / FILES_BY_ID_LIMIT }, (_, batch) =>
    ids.slice(batch * FILES_BY_ID_LIMIT, (batch + 1) * FILES_BY_ID_LIMIT),
  );
  await measure('listFiles, the 20 on a first screen, by ID', () => listByIds(ids.slice(0, FILES_PAGE_SIZE)));
  await measure('listFiles, all 1,000 by ID, in 20 requests', () => runInTurn(batches, listByIds));
  await measure('listFiles, 1,000 whole files', listWholeFiles);

  recordFigure('loadAllRcu', (await meter(listOutline)).consumed.read);

  const cpu = await measureCpu({
    outline: listOutline,
    wholeFiles: listWholeFiles,
    byIds: () => listByIds(ids.slice(0, FILES_PAGE_SIZE)),
  });
  recordFigure('loadAllCpuMs', cpu.outline);
  console.log(
    `\nProcessor time of Load All, median of ${RUNS} runs in turns: outline ${formatNumber(cpu.outline)} ms, ` +
      `20 files by ID ${formatNumber(cpu.byIds)} ms, whole files ${formatNumber(cpu.wholeFiles)} ms.`,
  );
}

/** Stores 1,000 files, which are in all bands. Returns a viewer above all of them. */
async function storeFiles(): Promise<Profile> {
  for (let number = 0; number < UPLOADERS; number++) await createMember(number, 0);

  const puts = Array.from({ length: FILES_BULK_LIMIT }, (_, number) => {
    const metres = BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]!;
    const file = buildFileItem(memberId(number % UPLOADERS), number, { depth: fromMetres(metres) });
    const media = { width: 1920, height: 1080, renditions: [THUMBNAIL_PIXELS, PREVIEW_PIXELS] } as const;
    return { PutRequest: { Item: buildFilePut({ ...file, media }).Put!.Item! } };
  });

  for (let start = 0; start < puts.length; start += MAX_WRITES) {
    const items = puts.slice(start, start + MAX_WRITES);
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: items } }));
  }

  return createMember(100, 10_000);
}

/** Runs a function for each input, one after another. */
async function runInTurn<T, R>(inputs: readonly T[], run: (input: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const input of inputs) results.push(await run(input));
  return results;
}

/** Returns the median processor time of this process for each function, in milliseconds. They run in turns. */
async function measureCpu<N extends string>(runs: Record<N, () => Promise<unknown>>): Promise<Record<N, number>> {
  const names = Object.keys(runs) as N[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<N, number[]>;

  for (let round = 0; round < RUNS; round++) {
    for (const name of names) {
      const start = process.cpuUsage();
      await runs[name]();
      const { user, system } = process.cpuUsage(start);
      samples[name].push((user + system) / 1000);
    }
  }

  const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
  return Object.fromEntries(names.map((name) => [name, median(samples[name])])) as Record<N, number>;
}
