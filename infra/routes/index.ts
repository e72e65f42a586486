import { allEndpoints, type Capability, isDeployed } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Stage } from '../stage.ts';
import { account } from './account.ts';
import { allowCountingActions } from './count-conduct.ts';
import { credentials } from './credentials.ts';
import { files } from './files.ts';
import type { CapabilityGrants, Grant } from './grants.ts';
import { messages } from './messages.ts';
import { payments } from './payments.ts';
import { posts } from './posts.ts';
import { sockets } from './sockets.ts';
import { users } from './users.ts';

/**
 * The grants of all endpoints. To add an endpoint:
 *
 * 1. Describe it in `shared/contract/<capability>.ts`. The compiler then reports the missing parts.
 * 2. Write its function and export it from `lambdas/<capability>/endpoints.ts` under the contract's key.
 * 3. Grant its permissions in `infra/routes/<capability>.ts` ({@link Grant}).
 * 4. Run `npm run generate`. Tests fail if a generated document is out of date.
 *
 * A new capability also needs its file here.
 */
const grants: { readonly [C in Capability]: CapabilityGrants<C> } = {
  account,
  credentials,
  users,
  files,
  posts,
  messages,
  sockets,
  payments,
};

/**
 * Lists the endpoints of a stage with their complete grants: their own, and those that many endpoints share.
 *
 * @param endpoints, grantsByCapability - replace the contract and its grants in tests
 * @throws Error with each endpoint without grants and each grant without an endpoint. The types also prevent this, but
 * `cdk` and `npm start` run without a type check.
 */
export function listRoutes(
  { production, memberCallsPerMinute }: Pick<Stage, 'production' | 'memberCallsPerMinute'>,
  endpoints: readonly Endpoint[] = allEndpoints,
  grantsByCapability: Readonly<Record<string, Readonly<Record<string, Grant>>>> = grants,
): { endpoint: Endpoint; grant: Grant }[] {
  return matchGrants(endpoints, grantsByCapability)
    .filter(({ endpoint }) => isDeployed(endpoint, { production }))
    .map(({ endpoint, grant }) => {
      const countingGrant = withActionCounting(endpoint, grant);
      if (endpoint.access !== 'member') return { endpoint, grant: countingGrant };

      const memberGrant = memberCallsPerMinute ? withCallCounting(countingGrant, memberCallsPerMinute) : countingGrant;
      return { endpoint, grant: withCallerHash(memberGrant) };
    });
}

/** Returns the endpoints with their own grants. Throws an Error with each endpoint or grant without its counterpart. */
function matchGrants(
  endpoints: readonly Endpoint[],
  grantsByCapability: Readonly<Record<string, Readonly<Record<string, Grant>>>>,
): { endpoint: Endpoint; grant: Grant }[] {
  const unmatchedGrants = new Map<string, Grant>();
  for (const [capability, endpointGrants] of Object.entries(grantsByCapability)) {
    for (const [key, grant] of Object.entries(endpointGrants)) unmatchedGrants.set(`${capability}.${key}`, grant);
  }

  const problems: string[] = [];
  const routes = endpoints.flatMap((endpoint) => {
    const key = `${endpoint.capability}.${endpoint.key}`;
    const grant = unmatchedGrants.get(key);
    unmatchedGrants.delete(key);
    if (!grant) problems.push(`endpoint ${key} has no grants in infra/routes/${endpoint.capability}.ts`);
    return grant ? [{ endpoint, grant }] : [];
  });

  for (const key of unmatchedGrants.keys()) {
    problems.push(`infra/routes has grants for ${key}, which is not an endpoint`);
  }
  if (problems.length > 0) throw new Error(`Contract and grants do not match:\n- ${problems.join('\n- ')}`);

  return routes;
}

/** Extends a grant so that the function can log the caller's pseudonym (`lambdas/platform/caller-hash.ts`). */
function withCallerHash(grant: Grant): Grant {
  return (fn, resources) => {
    grant(fn, resources);
    resources.callerHashKeys.allow(fn);
  };
}

/** Extends a grant so that the function can count the limited actions of the endpoint (`lambdas/table/conduct.ts`). */
function withActionCounting({ limit }: Endpoint, grant: Grant): Grant {
  if (!limit || 'none' in limit) return grant;
  return (fn, resources) => {
    grant(fn, resources);
    allowCountingActions(fn, resources);
    // The function's wrapper reads the member's standing.
    if ('each' in limit) resources.table.allow(fn, { USER: ['GetItem'] });
  };
}

/** Extends a grant so that the function can count the member's requests (`lambdas/http/call-rate.ts`). */
function withCallCounting(grant: Grant, callsPerMinute: number): Grant {
  return (fn, resources) => {
    grant(fn, resources);
    resources.table.allow(fn, { CALLS: ['UpdateItem'] });
    fn.setEnvironment('CALLS_PER_MINUTE', String(callsPerMinute));
  };
}
