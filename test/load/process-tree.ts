import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds per tick of the kernel's counters: USER_HZ is 100 on all Linux platforms. */
const MS_PER_TICK = 10;

/** A process, and its processor time. */
interface ProcessTimes {
  /** ID of the parent process. */
  readonly parent: number;
  /** User and system time of the process and its ended children. */
  readonly milliseconds: number;
}

/** Processor time of a system, in milliseconds. */
export interface ProcessorTime {
  readonly all: number;
  readonly database: number;
}

/** Returns the processor time of a server and its database, with all their descendants. Undefined except on Linux. */
export function readProcessorTime(processes: { server: number; database: number }): ProcessorTime | undefined {
  if (process.platform !== 'linux') return undefined;

  const times = readProcesses();
  const databaseTree = findTree(times, processes.database);
  const wholeTree = new Set([...findTree(times, processes.server), ...databaseTree]);
  return { all: sumTimes(times, wholeTree), database: sumTimes(times, databaseTree) };
}

/** Memory of a process, and of all its descendants together, in MB of 1,048,576 bytes. */
export interface Memory {
  /** Resident memory of the process, with all pages that it shares. */
  readonly resident: number;
  /** Memory of the process, with its share of common pages. */
  readonly own: number;
  /** Memory of its descendants, with their shares of common pages. */
  readonly descendants: number;
}

/** Returns the memory of a process and of its descendants. Linux only. */
export function readMemory(pid: number): Memory {
  const descendants = [...findTree(readProcesses(), pid)].filter((child) => child !== pid);
  return {
    resident: readRollup(pid, 'Rss'),
    own: readRollup(pid, 'Pss'),
    descendants: descendants.reduce((sum, child) => sum + readRollup(child, 'Pss'), 0),
  };
}

/** Returns the ID of the first process whose program contains a text, among a process and its descendants. */
export function findDescendant(root: number, programText: string): number | undefined {
  return [...findTree(readProcesses(), root)].find((pid) => readProgram(pid).includes(programText));
}

/** Returns the first part of a process's command line. Empty if the process has ended. */
function readProgram(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]!;
  } catch {
    return '';
  }
}

/** Returns all processes of this machine, by ID. */
function readProcesses(): Map<number, ProcessTimes> {
  const processes = new Map<number, ProcessTimes>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The program's name is in parentheses and may contain spaces.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // Indexes 11 to 14 are user and system time, and those of ended children. proc(5) calls them fields 14 to 17.
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      processes.set(Number(name), { parent: Number(fields[1]), milliseconds: ticks * MS_PER_TICK });
    } catch {
      // The process has ended. Its parent's time now includes its time.
    }
  }

  return processes;
}

/** Returns the IDs of a process and all its descendants. */
function findTree(processes: ReadonlyMap<number, ProcessTimes>, root: number): Set<number> {
  const tree = new Set([root]);

  // Repeats until a pass adds no process, because a child may precede its parent in the map.
  let previousSize = 0;
  while (previousSize < tree.size) {
    previousSize = tree.size;
    for (const [pid, { parent }] of processes) if (tree.has(parent)) tree.add(pid);
  }

  return tree;
}

/** Adds the processor times of the processes of a tree. */
function sumTimes(processes: ReadonlyMap<number, ProcessTimes>, tree: ReadonlySet<number>): number {
  return [...tree].reduce((sum, pid) => sum + (processes.get(pid)?.milliseconds ?? 0), 0);
}

/** Returns a field of a process's memory map in MB. 0 if the process has ended. */
function readRollup(pid: number, field: 'Rss' | 'Pss'): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
