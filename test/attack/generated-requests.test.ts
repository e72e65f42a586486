/** Valid requests that are generated from the contract. Each response must be one that the contract declares. */
import fc from 'fast-check';
import { beforeAll, describe, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import { sendRequest } from '../support/api-request.ts';
import { Member } from '../support/member.ts';
import { SEED } from '../support/seed.ts';
import { countCases } from './support/attack-counts.ts';
import { expectDeclaredResponse } from './support/expected-response.ts';
import { createKnownValues, mergeKnownValues } from './support/known-values.ts';
import { type KnownValues, requestArbitrary } from './support/request-arbitrary.ts';

/** Number of valid requests per endpoint, which are generated from its schemas. */
const RUNS = 40;

let valuesOfOtherMember: KnownValues;

beforeAll(async () => {
  valuesOfOtherMember = await createKnownValues(await Member.register());
});

describe.each(allEndpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_, endpoint) => {
    it('responds to generated valid requests as declared', async () => {
      // Each endpoint has its own caller, so that a deleted account or a call limit affects one endpoint only.
      const caller = await Member.register();
      const knownValues = mergeKnownValues(valuesOfOtherMember, await createKnownValues(caller));

      await fc.assert(
        fc.asyncProperty(requestArbitrary(endpoint, knownValues), async (request) => {
          countCases();
          const { path, body } = buildHttpRequest(endpoint, request as never);
          const response = await sendRequest(endpoint.method, path, { token: caller.tokens.access, body });

          expectDeclaredResponse(endpoint, response, { request, email: caller.email });
        }),
        { seed: SEED, numRuns: RUNS, endOnFailure: true },
      );
    });
  },
);
