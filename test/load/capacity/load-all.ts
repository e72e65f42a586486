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
import { record } from '../results.ts';
import { requestFiles } from '../scale/file-queries.ts';
import type { MeasurePattern } from './capacity-sheet.ts';
import { BANDS_BELOW_SURFACE, buildFileItem, createMember, memberId } from './small-community.ts';

const UPLOADERS = 50;
const RUNS = 15;
const BATCH_WRITE_LIMIT = 25;

/** Measures Load All of 1,000 files: the outline, the files that are looked at, and the list of whole files before. */
export async function measureLoadAll(measure: MeasurePattern): Promise<void> {
  const viewer = await createFiles();
  const wholeFiles = () => requestFiles(viewer, { limit: FILES_BULK_LIMIT });
  const outlined = () => requestFiles(viewer, { limit: FILES_BULK_LIMIT, outline: true });
  const byIds = (ids: readonly string[]) => requestFiles(viewer, { ids });

  const { outline = [] } = await measure('listFiles, outline of 1,000', outlined);
  const ids = outline.map(({ id }) => id);
  const batches = Array.from({ length: ids.length / FILES_BY_ID_LIMIT }, (_, batch) =>
    ids.slice(batch * FILES_BY_ID_LIMIT, (batch + 1) * FILES_BY_ID_LIMIT),
  );
  await measure('listFiles, the 20 on a first screen, by ID', () => byIds(ids.slice(0, FILES_PAGE_SIZE)));
  await measure('listFiles, all 1,000 by ID, in 20 requests', () => inTurn(batches, byIds));
  await measure('listFiles, 1,000 whole files', wholeFiles);

  record('loadAllRcu', (await meter(outlined)).consumed.read);
  const cpu = await measureCpu({ outlined, wholeFiles, byIds: () => byIds(ids.slice(0, FILES_PAGE_SIZE)) });
  record('loadAllCpuMs', cpu.outlined);
  console.log(
    `\nProcessor time of Load All, median of ${RUNS} runs in turns: outline ${formatNumber(cpu.outlined)} ms, ` +
      `20 files by ID ${formatNumber(cpu.byIds)} ms, whole files ${formatNumber(cpu.wholeFiles)} ms.`,
  );
}

/** Fills the table with 1,000 files in every band, and returns a viewer above all of them. */
async function createFiles(): Promise<Profile> {
  for (let number = 0; number < UPLOADERS; number++) await createMember(number, 0);
  const puts = Array.from({ length: FILES_BULK_LIMIT }, (_, number) => {
    const metres = BANDS_BELOW_SURFACE[number % BANDS_BELOW_SURFACE.length]!;
    const file = buildFileItem(memberId(number % UPLOADERS), number, { depth: fromMetres(metres) });
    const media = { width: 1920, height: 1080, renditions: [THUMBNAIL_PIXELS, PREVIEW_PIXELS] } as const;
    return { PutRequest: { Item: buildFilePut({ ...file, media }).Put!.Item! } };
  });
  for (let from = 0; from < puts.length; from += BATCH_WRITE_LIMIT) {
    const items = puts.slice(from, from + BATCH_WRITE_LIMIT);
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: items } }));
  }

  return createMember(100, 10_000);
}

async function inTurn<T, R>(inputs: readonly T[], run: (input: T) => Promise<R>): Promise<R[]> {
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
