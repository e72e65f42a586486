/**
 * Counts the rounds of requests to the table, for every endpoint and socket route. Requests of one round are sent
 * concurrently, so the number of rounds determines the time that a response takes. `npm run generate` runs this file
 * to list the rounds in docs/access-patterns.md.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { allEndpoints } from '../shared/contract/contract.ts';
import { socketRoutes } from '../shared/contract/socket-frames.ts';
import { MINUTE_MS } from '../shared/rules/durations.ts';
import { callEndpoint } from '../test/load/rounds/call-endpoint.ts';
import { storeCommunity, VIEWER } from '../test/load/rounds/community.ts';
import { findCases } from '../test/load/rounds/http-cases.ts';
import { observeRounds } from '../test/load/rounds/observe-rounds.ts';
import { OVER_BUDGET } from '../test/load/rounds/over-budget.ts';
import {
  insertRounds,
  isOverBudget,
  isWrite,
  type ObservedCase,
  titleOf,
} from '../test/load/rounds/rounds-document.ts';
import { type Services, startServices } from '../test/load/rounds/services.ts';
import { callRoute, SOCKET_CASES } from '../test/load/rounds/socket-cases.ts';
import { startTable } from '../test/support/table.ts';
import { table } from './table/client.ts';

const DOCUMENT = join(import.meta.dirname, '../docs/access-patterns.md');

/**
 * Noon of tomorrow, UTC. Noon, so that no test crosses into a new day, which would reset daily counts. Tomorrow, so
 * that nothing has expired for a database with its own clock.
 */
const START = new Date().setUTCHours(36, 0, 0, 0);

let stopTable: () => Promise<void>;
let services: Services;

/** Number of started cases. */
let caseCount = 0;

/** The rounds of all cases so far. The first two tests add to them, and the other tests check them. */
const observedCases: ObservedCase[] = [];

beforeAll(async () => {
  stopTable = await startTable();
  services = await startServices();
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: START });
  await storeCommunity();
});
afterAll(async () => {
  vi.useRealTimers();
  await services.stop();
  await stopTable();
});

/**
 * Starts the next case. Each has its own minute, so that it counts its call in the table like the first request of a
 * function instance.
 */
function startCase(): void {
  caseCount++;
  vi.setSystemTime(START + caseCount * MINUTE_MS);
  services.reset();
}

/** Runs a case, and stores its rounds and its requests to other services. */
async function observe(description: Pick<ObservedCase, 'name' | 'label'>, run: () => Promise<unknown>): Promise<void> {
  const rounds = await observeRounds(table, run);
  observedCases.push({ ...description, rounds, others: services.describeRequests() });
}

/** Observes the cases of an endpoint, such as its first and its repeated request. */
async function observeEndpoint(definition: (typeof allEndpoints)[number]): Promise<void> {
  for (const { label, prepare } of findCases(definition)) {
    startCase();
    const { caller = VIEWER.userId, ...request } = await prepare(services);

    const call = () => callEndpoint(definition, { caller, ...request });
    await observe({ name: titleOf(definition), label }, call);
  }
}

/** Observes the cases of a WebSocket route. Fails the test if a case other than `$default` sends an error. */
async function observeRoute(route: (typeof socketRoutes)[number]): Promise<void> {
  for (const { label, prepare } of SOCKET_CASES[route.key]) {
    startCase();
    const event = await prepare();

    await observe({ name: route.key, label }, () => callRoute(route, event));

    const errors = services.sockets.frames.filter(({ frame }) => frame.type === 'error');
    expect(errors).toHaveLength(route.key === '$default' ? 1 : 0);
  }
}

/** Returns whether a case counts its call in the table, which is a reservation of calls. */
const isCounted = ({ rounds }: ObservedCase) => rounds.flat().includes('Reservation');

/** Returns the writes in the rounds up to the one that counts the request. */
function listEarlyWrites({ rounds }: ObservedCase) {
  const reservation = rounds.findIndex((round) => round.includes('Reservation'));
  return rounds
    .slice(0, reservation + 1)
    .flat()
    .filter(isWrite);
}

describe('rounds of requests to the table', () => {
  it('counts rounds of requests to the table for every endpoint', async () => {
    for (const definition of allEndpoints) await observeEndpoint(definition);

    expect(new Set(observedCases.map(({ name }) => name)).size).toBe(allEndpoints.length);
  });

  it('counts rounds of requests to the table for every route of the WebSocket API', async () => {
    for (const route of socketRoutes) await observeRoute(route);
  });

  it('shows that no request writes to the table before the request is counted', () => {
    const countedCases = observedCases.filter(isCounted);
    expect(countedCases.length).toBeGreaterThan(allEndpoints.length / 2);

    for (const countedCase of countedCases) {
      const { name } = countedCase;
      expect({ name, writes: listEarlyWrites(countedCase) }).toEqual({ name, writes: [] });
    }
  });

  it('allows rounds of requests above the budget only for a stated reason', () => {
    const namesOverBudget = new Set(observedCases.filter(isOverBudget).map(({ name }) => name));
    expect([...namesOverBudget].toSorted()).toEqual(Object.keys(OVER_BUDGET).toSorted());
  });

  it('lists rounds of requests in docs/access-patterns.md (if not, run npm run generate)', async () => {
    // If a test above failed, its cases are missing. The document must not be written without them.
    const names = [...allEndpoints.map(titleOf), ...socketRoutes.map(({ key }) => key)];
    const observedNames = new Set(observedCases.map(({ name }) => name));
    expect(names.filter((name) => !observedNames.has(name))).toEqual([]);

    const document = readFileSync(DOCUMENT, 'utf8');
    await expect(insertRounds(document, observedCases)).toMatchFileSnapshot(DOCUMENT);
  });
});
