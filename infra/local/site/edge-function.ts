import * as crypto from 'node:crypto';
import { createContext, runInContext } from 'node:vm';

/** Headers or query parameters, by name. */
type NamedValues = Record<string, { value: string }>;

/** A request in the event of a CloudFront function. */
export interface EdgeRequest {
  method: string;
  /** The path as the browser sent it. */
  uri: string;
  querystring: NamedValues;
  headers: NamedValues;
}

/** A response that a CloudFront function receives or returns. */
export interface EdgeResponse {
  statusCode: number;
  headers?: NamedValues;
}

/** The code of a CloudFront function, ready to run. */
export type EdgeFunction = (event: { request: EdgeRequest; response?: EdgeResponse }) => EdgeRequest | EdgeResponse;

/**
 * Compiles the code of a CloudFront function.
 *
 * The code can use only the module of CloudFront's runtime: `crypto`, with HMACs and hashes.
 *
 * @throws SyntaxError if the code is invalid
 */
export function compileEdgeFunction(code: string): EdgeFunction {
  const modules: Readonly<Record<string, object>> = {
    crypto: { createHash: crypto.createHash, createHmac: crypto.createHmac },
  };
  const require = (name: string) => {
    if (!(name in modules)) throw new Error(`CloudFront Functions have no module ${name}.`);
    return modules[name];
  };

  // The context has no other globals than JavaScript's own and these two. The handler uses this process's clock.
  return runInContext(`'use strict';${code};handler`, createContext({ require, Date }));
}

/** Builds the request of an event from a method and a URL's path and query, without decoding them. */
export function toEdgeRequest(method: string, url: string): EdgeRequest {
  const [, uri = '/', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? [];
  const querystring: NamedValues = {};
  for (const pair of query.split('&')) {
    const [name = '', ...value] = pair.split('=');
    // CloudFront lists further values of a name separately.
    if (name !== '' && !(name in querystring)) querystring[name] = { value: value.join('=') };
  }
  return { method, uri, querystring, headers: {} };
}
