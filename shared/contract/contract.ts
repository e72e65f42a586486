import { account } from './account.ts';
import type { Endpoint } from './endpoint.ts';
import { files } from './files.ts';
import { messages } from './messages.ts';
import { payments } from './payments.ts';
import { posts } from './posts.ts';
import { users } from './users.ts';

/**
 * Every endpoint of the product, by capability. From this list come the Lambda functions, the API routes, request
 * validation, the web client's types and the OpenAPI document; an endpoint is added here and nowhere else.
 */
export const contract = { account, users, files, posts, messages, payments } as const;

export type Contract = typeof contract;
export type Capability = keyof Contract;

/** The same endpoints as one list. */
export const allEndpoints: readonly Endpoint[] = Object.values(contract).flatMap((capability) =>
  Object.values<Endpoint>(capability),
);

/** Whether a stage has an endpoint. */
export function isPartOf({ stages }: Endpoint, { production }: { readonly production: boolean }): boolean {
  return !production || stages !== 'nonProduction';
}
