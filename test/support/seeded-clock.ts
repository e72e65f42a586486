/*
 * Setup file of unit and component tests: starts the clock of each test file at a time that derives from the seed.
 *
 * The time is from 2026 to 2029, at any time of day, so that a failure at midnight, at the end of a month, or in a leap
 * year can be repeated. The clock runs at the usual speed. Projects whose tests talk to other processes keep the
 * machine's clock.
 */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { SEED } from './seed.ts';

/** The range of start times. It contains February 29, 2028. */
const FIRST_MS = Date.UTC(2026, 0, 1);
const LAST_MS = Date.UTC(2029, 0, 1);

/** The machine's `Date` is stored globally, because an earlier file of the same process may have replaced `Date`. */
const globals = globalThis as typeof globalThis & { machineDate?: DateConstructor };
globals.machineDate ??= Date;
const MachineDate = globals.machineDate;

const { testPath = '' } = expect.getState();
const digest = createHash('sha256')
  .update(`clock ${SEED} ${testPath.replace(process.cwd(), '')}`)
  .digest();

/** A number from 0 to 1 that is the same for the same seed and file. */
const fraction = digest.readUInt32LE() / 2 ** 32;
const startMs = FIRST_MS + Math.floor(fraction * (LAST_MS - FIRST_MS));

const offsetMs = startMs - MachineDate.now();
const now = () => MachineDate.now() + offsetMs;

globalThis.Date = new Proxy(MachineDate, {
  // A subclass of `Date` passes itself as `newTarget`, and its dates must keep its prototype.
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === globalThis.Date ? target : newTarget),
  apply: () => new MachineDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
