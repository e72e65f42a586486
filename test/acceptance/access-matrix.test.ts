/** Tests the access rule at every endpoint, with the requests and expected statuses of access-rows.ts. */
import { beforeAll, describe, expect, it } from 'vitest';
import { allEndpoints } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import {
  CASE_NAMES,
  CASES,
  EXPECTED_STATUSES,
  findRow,
  HIDDEN_CASES,
  type ItemKind,
  type ItemRow,
  type Statuses,
  type Target,
} from './access-rows.ts';
import { type AccessTargets, createTargets, publish } from './access-targets.ts';
import { expectNothingHidden } from './hidden-content.ts';

interface TestedEndpoint {
  readonly endpoint: Endpoint;
  readonly row: ItemRow<Endpoint>;
}

const testedEndpoints: TestedEndpoint[] = allEndpoints.flatMap((endpoint) => {
  const row = findRow(endpoint);
  return row ? [{ endpoint, row }] : [];
});

const titleOf = ({ endpoint }: TestedEndpoint) => `${endpoint.method} ${endpoint.path}`;

let accessTargets: AccessTargets;

beforeAll(async () => {
  accessTargets = await createTargets();
});

describe.each(
  testedEndpoints
    .filter(({ endpoint }) => endpoint.resource in EXPECTED_STATUSES)
    .map((testedEndpoint) => [titleOf(testedEndpoint), testedEndpoint] as const),
)('%s', (_, { endpoint, row }) => {
  const expectedStatuses: Statuses = { ...EXPECTED_STATUSES[endpoint.resource as ItemKind], ...row.statusOverrides };

  it.each(CASE_NAMES.map((name) => [expectedStatuses[name], CASES[name], name] as const))(
    'returns %i for %s',
    async (status, _case, name) => {
      const { mark, viewer, targets } = accessTargets;
      const target =
        name === 'own' && row.deletesTarget ? await publish(mark, viewer, targets.own.comment.postId) : targets[name];
      // TypeScript can't match a row's request with the endpoint, because both come from a list of all endpoints.
      const response = await viewer.call(endpoint, row.input(target) as never);

      expect(response.body).toMatchObject({ success: status === 200 });
      expect(response.status).toBe(status);

      const isHidden = HIDDEN_CASES.some((hiddenCase) => hiddenCase === name);
      if (isHidden || status !== 200) expectNothingHidden(response, target, row.callerFields);
    },
  );

  it('returns the same error for hidden and missing targets', async () => {
    const { viewer, targets } = accessTargets;
    const hiddenCases = CASE_NAMES.filter((name) => expectedStatuses[name] === 404);
    const errors = await Promise.all(
      hiddenCases.map(async (name) => (await viewer.call(endpoint, row.input(targets[name]) as never)).body),
    );

    for (const { code } of errors) expect(code).toBe('NotFound');

    // A hidden comment returns the error of its post, because comments have no depth. Endpoints that show everything
    // return no error.
    if (endpoint.resource !== 'comment') expect(new Set(errors.map(({ error }) => error)).size).toBeLessThan(2);
  });
});

describe.each(
  testedEndpoints
    .filter(({ endpoint }) => endpoint.resource === 'upload')
    .map((testedEndpoint) => [titleOf(testedEndpoint), testedEndpoint] as const),
)('%s', (_, { endpoint, row }) => {
  const otherMembersCases = ['above', 'equal', 'below', 'authorDeleted', 'itemDeleted'] as const;

  it.each(otherMembersCases.map((name) => [CASES[name], name] as const))(
    'returns the same for %s as for an upload that does not exist',
    async (_case, name) => {
      const { viewer, targets } = accessTargets;
      const call = async (target: Target) => {
        const { status, body } = await viewer.call(endpoint, row.input(target) as never);
        const { requestId: _, ...content } = body as Record<string, unknown>;
        return JSON.stringify({ status, content }).replaceAll(target.fileId, '{fileId}');
      };

      expect(await call(targets[name])).toEqual(await call(targets.unknown));
    },
  );
});

describe('a caller with a deleted account', () => {
  // The caller was the author of `authorDeleted`, so only the check of the session can refuse this request.
  const cases = [
    ['below', CASES.below],
    ['authorDeleted', 'their own target'],
  ] as const;
  const requests = cases.flatMap(([name, caseTitle]) =>
    testedEndpoints.map(
      (testedEndpoint) =>
        [
          testedEndpoint.row.statusAfterDeletion ?? 401,
          titleOf(testedEndpoint),
          caseTitle,
          name,
          testedEndpoint,
        ] as const,
    ),
  );

  it.each(requests)('receives %i from %s for %s', async (status, _title, _caseTitle, name, { endpoint, row }) => {
    const { deletedMember, targets } = accessTargets;
    const response = await deletedMember.call(endpoint, row.input(targets[name]) as never);

    expect(response.status).toBe(status);
    expectNothingHidden(response, targets[name]);
  });
});
