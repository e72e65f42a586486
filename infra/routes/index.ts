import { allEndpoints, type Capability, isPartOf } from '../../shared/contract/contract.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import type { Stage } from '../stage.ts';
import { account } from './account.ts';
import { files } from './files.ts';
import type { CapabilityGrants, Grant } from './grants.ts';
import { messages } from './messages.ts';
import { payments } from './payments.ts';
import { posts } from './posts.ts';
import { users } from './users.ts';

const grants: { readonly [C in Capability]: CapabilityGrants<C> } = {
  account,
  users,
  files,
  posts,
  messages,
  payments,
};

/**
 * Every endpoint of a stage with its grants.
 *
 * @throws Error naming each endpoint without grants and each grant without an endpoint. The types say the same; this
 * holds where nobody type-checks.
 */
export function routes(
  { production, memberCallsPerMinute }: Pick<Stage, 'production' | 'memberCallsPerMinute'>,
  endpoints: readonly Endpoint[] = allEndpoints,
  capabilities: Readonly<Record<string, Readonly<Record<string, Grant>>>> = grants,
): { endpoint: Endpoint; grant: Grant }[] {
  const granted = new Map<string, Grant>();
  for (const [capability, ofCapability] of Object.entries(capabilities)) {
    for (const [key, grant] of Object.entries(ofCapability)) granted.set(`${capability}.${key}`, grant);
  }
  const problems: string[] = [];
  const result = endpoints.flatMap((endpoint) => {
    const key = `${endpoint.capability}.${endpoint.key}`;
    const grant = granted.get(key);
    granted.delete(key);
    if (!grant) problems.push(`endpoint ${key} has no grants in infra/routes/${endpoint.capability}.ts`);
    return grant ? [{ endpoint, grant }] : [];
  });
  for (const key of granted.keys()) problems.push(`infra/routes grants to ${key}, which is no endpoint`);
  if (problems.length > 0) throw new Error(`Contract and grants do not match:\n- ${problems.join('\n- ')}`);
  return result
    .filter(({ endpoint }) => isPartOf(endpoint, { production }))
    .map(({ endpoint, grant }) => ({
      endpoint,
      grant: endpoint.access === 'member' && memberCallsPerMinute ? counting(grant, memberCallsPerMinute) : grant,
    }));
}

/** Every endpoint for members also counts their calls (`lambdas/http/call-rate.ts`). */
function counting(grant: Grant, callsPerMinute: number): Grant {
  return (fn, resources) => {
    grant(fn, resources);
    resources.table.allow(fn, { CALLS: ['UpdateItem'] });
    fn.setEnvironment('CALLS_PER_MINUTE', String(callsPerMinute));
  };
}
