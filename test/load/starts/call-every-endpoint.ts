import { setTimeout as pause } from 'node:timers/promises';
import { signInToPool } from '../../../infra/local/cognito/sign-in.ts';
import { DEMO_LOGINS } from '../../../infra/local/seed/seed.ts';
import { allEndpoints } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';

/** Names of endpoints that would end the session, or delete items that other endpoints read. */
const EXCLUDED = /delete|sign-out|sessions|password|email/i;

/** Time between two sign-ins, in milliseconds. An access token is valid for an hour. */
const SIGN_IN_EVERY_MS = 30 * 60_000;

/** The duration and the pace of the calls. */
interface CallOptions {
  /** Time to stop, as `performance.now()`. */
  readonly until: number;
  /** Time between two rounds, in milliseconds. */
  readonly pauseMs: number;
}

/** Sends a request as the signed-in member. */
type Send = (method: string, path: string, body?: object) => Promise<Response>;

/**
 * Calls all endpoints of a local cloud in rounds, one request at a time, as its first demo member.
 *
 * The member reads, opens, and likes existing items. Other writes are invalid, but also load their functions.
 *
 * @returns the number of responses by status
 */
export async function callEveryEndpoint(
  url: string,
  { until, pauseMs }: CallOptions,
): Promise<ReadonlyMap<number, number>> {
  const config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const endpoints = allEndpoints.filter(({ name }) => !EXCLUDED.test(name));
  const counts = new Map<number, number>();

  let send = await signIn(config);
  let signedInAt = performance.now();
  const ids = await findIds(send);

  while (performance.now() < until) {
    if (performance.now() - signedInAt > SIGN_IN_EVERY_MS) {
      send = await signIn(config);
      signedInAt = performance.now();
    }

    for (const { method, path, name } of endpoints) {
      const requestPath = path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? 'unknown');
      const body = name === 'files-view' || name === 'files-like' ? { fileId: ids.fileId } : {};
      const response = await send(method, requestPath, method === 'GET' ? undefined : body);
      await response.arrayBuffer();
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
    }
    await pause(Math.max(0, Math.min(pauseMs, until - performance.now())));
  }

  return counts;
}

/** Signs in as the first demo member. Returns a function that sends the member's requests. */
async function signIn(config: RuntimeConfig): Promise<Send> {
  const callPool = async (operation: string, input: object) => {
    const response = await fetch(config.userPoolEndpoint ?? '', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: config.userPoolClientId, ...input }),
    });
    return (await response.json()) as Record<string, unknown>;
  };

  const { AccessToken } = await signInToPool(config, callPool, DEMO_LOGINS[0]!);
  const headers = { authorization: `Bearer ${AccessToken}`, 'content-type': 'application/json' };

  return (method, path, body) =>
    fetch(config.apiUrl + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
}

/** Returns the IDs of a member, a file, and a post that the demo member can see, by the names of parameters. */
async function findIds(send: Send): Promise<Readonly<Record<string, string>>> {
  const { files } = await readJson<{ files: { key: string; userId: string }[] }>(
    await send('POST', '/files/list', { includeOwnFiles: false }),
  );
  const { posts } = await readJson<{ posts: { id: string }[] }>(await send('GET', '/posts'));
  const [file] = files;
  const [post] = posts;
  if (!file || !post) throw new Error('The demo community has no files or posts.');
  return { userId: file.userId, fileId: file.key, postId: post.id };
}

/** Returns the body of a successful response. */
async function readJson<T>(response: Response): Promise<T> {
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
