import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PREFIXES, type StoragePurpose } from '../../lambdas/storage/storage-key.ts';
import { allEndpoints } from '../../shared/contract/contract.ts';
import { groupActionsByKeys, type ItemAccess, type QueryAccess } from '../constructs/table-access.ts';
import type { Resources } from './grants.ts';
import { listRoutes } from './index.ts';
import { listSocketRoutes } from './sockets.ts';

/*
 * Compares the grants with docs/permissions.md without synthesizing a stage, which takes seconds. test/infra compares
 * the templates with the same document.
 */

type Add = (resource: string, service: string, ...actions: readonly string[]) => void;

/** The fake of `MemberPool`. Environment variables of its clients are not collected. */
function memberGrants(add: Add) {
  const allow = (_: unknown, ...operations: readonly string[]) => add('MembersPool', 'cognito-idp', ...operations);

  return {
    allow,
    allowReadingMembers: () => allow(undefined, 'AdminGetUser'),
    allowRemovingMembers: () => allow(undefined, 'AdminDeleteUser'),
    allowCredentialChecks: () => allow(undefined, 'AdminInitiateAuth'),
    allowHashingEmails: () => add('MembersRegistrationSecret', 'secretsmanager', 'GetSecretValue'),
    allowRegistering: () => add('MembersRegistrationSecret', 'secretsmanager', 'GetSecretValue'),
    allowResetCompletion: () => add('PostConfirmationFunction', 'lambda', 'InvokeFunction'),
    allowServerClient: () => {},
    allowWebClient: () => {},
  };
}

/** Runs a grant on fakes, and returns the permissions as docs/permissions.md writes them. */
function permissionsOf(grant: (fn: never, resources: never) => void) {
  const allowed = new Map<string, Set<string>>();
  const environment: Record<string, string> = {};

  const add = (resource: string, service: string, ...actions: readonly string[]) => {
    const known = allowed.get(resource) ?? new Set();
    for (const action of actions) known.add(`${service}:${action}`);
    allowed.set(resource, known);
  };

  const names = (keys: readonly string[]) => [...keys].sort().join(', ').replaceAll('#*', '');
  const keys = (name: string) => ({ allow: () => add(name, 'secretsmanager', 'GetSecretValue') });
  const resources: Record<keyof Resources, object> = {
    table: {
      allow: (_: unknown, access: ItemAccess) => {
        for (const { actions, keys } of groupActionsByKeys(access))
          add(`Table (${names(keys)})`, 'dynamodb', ...actions);
      },
      allowQuery: (_: unknown, access: QueryAccess) => {
        for (const [index, partitions] of Object.entries(access)) {
          add(`Table/index/${index} (${names(partitions)})`, 'dynamodb', 'Query');
        }
      },
    },
    bucket: {
      allow: (_: unknown, purpose: StoragePurpose, ...actions: string[]) =>
        add(`FilesBucket/${PREFIXES[purpose]}/*`, 's3', ...actions),
      allowReadingScans: () => {}, // The template that docs/permissions.md describes has no malware scans.
      allowExistenceCheck: () => add('FilesBucket', 's3', 'ListBucket'),
      allowDeletingFiles: () => {
        add('FilesBucket (posters)', 's3', 'ListBucket');
        for (const prefix of ['files', 'posters', 'renditions']) add(`FilesBucket/${prefix}/*`, 's3', 'DeleteObject');
      },
      allowDeletingAll: () => {
        const prefixes = Object.values(PREFIXES);
        add(`FilesBucket (${prefixes.join(', ')})`, 's3', 'ListBucket');
        for (const prefix of prefixes) add(`FilesBucket/${prefix}/*`, 's3', 'DeleteObject');
      },
    },
    mail: { allow: () => add('mail sender', 'ses', 'SendEmail') },
    members: memberGrants(add),
    cursorSecret: keys('CursorSecret'),
    renditionSecret: keys('RenditionSecret'),
    callerHashKeys: keys('CallerHashKeysSecret'),
    purgeJob: { allowStarting: () => add('PurgeJobPurgeFunction', 'lambda', 'InvokeFunction') },
    sockets: {
      allowSending: () => add('open sockets (POST)', 'execute-api', 'ManageConnections'),
      allowClosing: () => add('open sockets (DELETE)', 'execute-api', 'ManageConnections'),
    },
    stripe: keys('StripeKeysSecret'),
    paypal: keys('PayPalKeysSecret'),
  };
  const fn = { setEnvironment: (name: string, value: string) => Object.assign(environment, { [name]: value }) };

  grant(fn as never, resources as never);
  const lines = [...allowed].map(([resource, actions]) => `${[...actions].sort().join(', ')}: ${resource}`);

  return { lines: lines.sort(), environment };
}

/** The rows of docs/permissions.md by function. */
const documented = new Map(
  [...readFileSync('docs/permissions.md', 'utf8').matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name, cell]) => [
    name!,
    cell === '–' ? [] : cell!.split('<br>').sort(),
  ]),
);

const production = { production: true, memberCallsPerMinute: 600 };

describe('grants', () => {
  it.each(listRoutes(production).map(({ endpoint, grant }) => [endpoint.name, grant] as const))(
    'grants of %s are those in docs/permissions.md (if not, run npm run generate)',
    (name, grant) => {
      expect(permissionsOf(grant).lines).toEqual(documented.get(name));
    },
  );

  it.each(listSocketRoutes().map(({ route, grant }) => [route.name, grant] as const))(
    'grants of the socket route %s are those in docs/permissions.md (if not, run npm run generate)',
    (name, grant) => {
      expect(permissionsOf(grant).lines).toEqual(documented.get(name));
    },
  );

  it('count the calls of members only, and only on stages with a limit', () => {
    const limited = new Map(listRoutes(production).map(({ endpoint, grant }) => [endpoint, permissionsOf(grant)]));
    const counting = { CALLS_PER_MINUTE: '600' };

    for (const [{ access }, { environment }] of limited) {
      expect(environment).toEqual(access === 'member' ? counting : {});
    }

    for (const { grant } of listRoutes({ production: false, memberCallsPerMinute: 0 })) {
      const { lines, environment } = permissionsOf(grant);
      expect([environment, lines.join().includes('CALLS')]).toEqual([{}, false]);
    }
  });

  it('let the functions that write what a limit covers count it', () => {
    for (const { endpoint, grant } of listRoutes(production)) {
      const counts = permissionsOf(grant).lines.some((line) => /BatchGetItem.*UpdateItem.*CONDUCT/.test(line));
      expect([endpoint.name, counts]).toEqual([
        endpoint.name,
        endpoint.limit !== undefined && !('none' in endpoint.limit),
      ]);
    }
  });

  it('grants of the test endpoint let it change the depth of the caller', () => {
    const test = listRoutes({ production: false }).find(({ endpoint }) => endpoint.key === 'testContribution');
    expect(permissionsOf(test!.grant).lines).toEqual([
      'cognito-idp:AdminGetUser: MembersPool',
      'dynamodb:BatchGetItem, dynamodb:UpdateItem: Table (CONDUCT)',
      'dynamodb:DeleteItem: Table (SOCKET, USER)',
      'dynamodb:GetItem, dynamodb:PutItem, dynamodb:Query, dynamodb:UpdateItem: Table (USER)',
      'execute-api:ManageConnections: open sockets (POST)',
      'secretsmanager:GetSecretValue: CallerHashKeysSecret',
    ]);
  });

  it('are missing for an endpoint of an unknown capability', () => {
    const unknown = { ...allEndpoints[0]!, capability: 'unknown', key: 'thing' } as never;
    expect(() => listRoutes({ production: true }, [unknown], {})).toThrow(
      'Contract and grants do not match:\n- endpoint unknown.thing has no grants in infra/routes/unknown.ts',
    );
  });
});
