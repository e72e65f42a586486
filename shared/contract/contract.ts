import { account } from './account.ts';
import { credentials } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { files } from './files.ts';
import { messages } from './messages.ts';
import { payments } from './payments.ts';
import { posts } from './posts.ts';
import { sockets } from './sockets.ts';
import { users } from './users.ts';

/**
 * Every endpoint, by capability. The Lambda functions, API routes, request validation, web client and OpenAPI document
 * are derived from this list.
 */
export const contract = { account, credentials, users, files, posts, messages, sockets, payments } as const;

export type Contract = typeof contract;
export type Capability = keyof Contract;

/** All endpoints as one list. */
export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((capability) =>
  Object.values<Endpoint>(capability),
);

/** Returns whether an endpoint exists on a stage. */
export function isDeployed({ stages }: Endpoint, { production }: { readonly production: boolean }): boolean {
  return !production || stages !== 'nonProduction';
}
