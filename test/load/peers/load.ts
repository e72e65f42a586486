import { Client } from 'undici';
import { readProcessorTime } from '../process-tree.ts';
import { CASES, type Case, type System } from './system.ts';

/**
 * The measurement of one system in one slice of time. A case with several requests, such as a dashboard, counts once.
 */
export interface Slice {
  /** Number of times that the case was completed. */
  readonly caseCount: number;
  readonly perSecond: number;
  /** Duration of each case, in milliseconds. */
  readonly latencies: readonly number[];
  /** Processor time of the system, in milliseconds. Undefined except on Linux. */
  readonly cpu: { readonly all: number; readonly database: number } | undefined;
}

/** Measures one case. Each connection sends its next request when it has received the previous response. */
export async function measureSlice(
  system: System,
  name: Case,
  { connections, milliseconds }: { connections: number; milliseconds: number },
): Promise<Slice> {
  const clients = Array.from({ length: connections }, () => new Client(system.origin));
  const latencies: number[] = [];
  const cpuBefore = readProcessorTime(system.processes);
  const start = performance.now();

  try {
    await Promise.all(
      clients.map(async (client, viewer) => {
        for (let now = start; now < start + milliseconds; ) {
          await runCase(client, system, name, viewer);
          const end = performance.now();
          latencies.push(end - now);
          now = end;
        }
      }),
    );

    const seconds = (performance.now() - start) / 1000;
    const cpuAfter = readProcessorTime(system.processes);
    const cpu = cpuBefore &&
      cpuAfter && { all: cpuAfter.all - cpuBefore.all, database: cpuAfter.database - cpuBefore.database };

    return { caseCount: latencies.length, perSecond: latencies.length / seconds, latencies, cpu };
  } finally {
    await Promise.all(clients.map((client) => client.destroy()));
  }
}

/** Returns the rows of a case, as the first viewer receives them. */
export async function readRows(system: System, name: Case): Promise<readonly string[]> {
  const client = new Client(system.origin);
  try {
    return await runCase(client, system, name, 0);
  } finally {
    await client.destroy();
  }
}

/**
 * Sends the requests of a case, one after another.
 *
 * @throws Error if a response is an error, or the number of rows is wrong
 */
async function runCase(client: Client, system: System, name: Case, viewer: number): Promise<readonly string[]> {
  const rows: string[] = [];

  for (const { method, path, body, extractRows } of system.listRequests(name, viewer)) {
    const response = await client.request({ method, path, body, headers: system.headers[viewer] ?? {} });
    const text = await response.body.text();
    const message = `${system.name}, ${CASES[name].title}: ${method} ${path} returned ${response.statusCode}: ${text.slice(0, 500)}`;
    if (response.statusCode >= 300) throw new Error(message);

    try {
      rows.push(...extractRows(JSON.parse(text)));
    } catch (cause) {
      throw new Error(message, { cause });
    }
  }

  if (rows.length === CASES[name].rows) return rows;
  throw new Error(`${system.name}, ${CASES[name].title}: ${rows.length} rows instead of ${CASES[name].rows}.`);
}
