import { expect } from 'vitest';
import * as z from 'zod';
import type { Endpoint, EndpointDefinition, Request, Response } from '../../shared/contract/endpoint.ts';
import { buildHttpRequest } from '../../shared/contract/http-request.ts';
import { listErrorCodes } from '../../shared/contract/openapi.ts';
import { getTarget } from './current-target.ts';
import { isRead, noteChange, waitUntilSettled } from './settled-reads.ts';
import { findMemberId } from './user-pool.ts';

/** A response of the API, successful or not. */
export interface ApiResponse<T = Record<string, unknown>> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T & { success?: boolean; code?: string; error?: string; requestId?: string };
}

interface RequestOptions {
  /** The access token of the caller. */
  readonly token?: string | undefined;
  readonly body?: string | undefined;
  readonly headers?: Record<string, string>;
  /** The endpoint that the request is for, if it is one of the contract. */
  readonly endpoint?: EndpointDefinition;
}

/** Sends a raw HTTP request to the API. */
export async function sendRequest(
  method: string,
  path: string,
  { token, body, headers, endpoint }: RequestOptions = {},
): Promise<ApiResponse> {
  const { config, lagMs } = getTarget();
  const userId = token === undefined ? undefined : findMemberId(token);
  // Reads of a lagging target miss recent changes. So this waits until reads show the changes that the request needs.
  if (lagMs) await waitUntilSettled(lagMs, endpoint, userId);

  const response = await fetch(`${config.apiUrl}${path}`, {
    method,
    body,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
  });
  const responseText = await response.text();

  // A rejected request changes nothing.
  const isRejected = response.status >= 400 && response.status < 500;
  const isReadRequest = endpoint !== undefined && isRead(endpoint);
  if (!isRejected && !isReadRequest) noteChange(userId);

  return {
    status: response.status,
    headers: response.headers,
    body: responseText ? JSON.parse(responseText) : {},
  };
}

/**
 * Calls an endpoint of the contract. Checks that a response has the fields of the contract and no others, and that an
 * error has one of its codes.
 */
export async function callEndpoint<D extends EndpointDefinition>(
  endpoint: Endpoint<D>,
  input: Request<D>,
  token?: string,
): Promise<ApiResponse<Response<D>>> {
  const { path, body } = buildHttpRequest(endpoint, input);
  const response = await sendRequest(endpoint.method, path, { token, body, endpoint });

  if (response.status === 200) {
    const schema = z.object({ ...endpoint.response.shape, success: z.literal(true) });
    const { data, error } = schema.safeParse(response.body);
    expect(error, `response of ${endpoint.name}`).toBeUndefined();
    // Parsing removes the fields that the contract doesn't name, at every level.
    expect(response.body, `fields of ${endpoint.name}`).toEqual(data);
  } else if (response.body.code !== undefined) {
    expect(listErrorCodes(endpoint), `errors of ${endpoint.name}`).toContain(response.body.code);
  }

  return response as ApiResponse<Response<D>>;
}
