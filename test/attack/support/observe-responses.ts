import { afterAll, afterEach, expect } from 'vitest';
import { countResponse, counts } from './attack-counts.ts';

/*
 * Setup of every attack file: counts all HTTP responses, and fails the file after a server error.
 */

/** Server errors, with the request that caused each. */
const serverErrors: string[] = [];

const sendRequest = globalThis.fetch;

globalThis.fetch = async (input, init) => {
  const response = await sendRequest(input, init);
  countResponse(response.status);
  if (response.status >= 500) serverErrors.push(await describeError(response, input, init));
  return response;
};

async function describeError(
  response: Response,
  input: Parameters<typeof fetch>[0],
  init: RequestInit = {},
): Promise<string> {
  const url = input instanceof Request ? input.url : String(input);
  const body = await response.clone().text();
  return `${init.method ?? 'GET'} ${url} ${String(init.body ?? '').slice(0, 500)} → ${response.status} ${body}`;
}

afterEach(({ task }) => {
  task.file.meta.attackCounts = counts;
});

afterAll(() => {
  // A stage without keys of the payment providers returns PaymentsUnavailable.
  const unexpected = serverErrors.filter((error) => !error.includes('"code":"PaymentsUnavailable"'));
  expect(unexpected, 'server errors').toEqual([]);
});
