import { cleanup, render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { contract } from '../../../shared/contract/contract.ts';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { App } from '../app/shell/app.tsx';
import { ErrorBoundary } from '../app/shell/error-boundary.tsx';
import { GuardedRouter } from '../app/shell/guarded-router.tsx';
import { markSignedIn, markSignedOut } from '../platform/auth/auth-state.ts';
import { toasts } from '../platform/toasts.ts';
import { emptyApi } from './empty-api.ts';
import type { FakeApi } from './fake-api.ts';
import { buildStoredSession, buildToken } from './sample-session.ts';

// happy-dom has no Web Locks. This stand-in grants every lock immediately; the callback is the last argument.
Object.defineProperty(navigator, 'locks', {
  value: {
    query: async () => ({ held: [], pending: [] }),
    request: async (_name: string, ...rest: unknown[]) => (rest.at(-1) as (lock: object) => unknown)({}),
  },
});

const POOL = 'https://pool.fathom.example';

/** The configuration of the stage that the rendered page runs against. */
export const CONFIG: RuntimeConfig = {
  stage: 'local',
  region: 'eu-central-1',
  userPoolId: 'eu-central-1_fathom',
  userPoolClientId: 'client',
  userPoolEndpoint: POOL,
  authFlow: 'USER_PASSWORD_AUTH',
  emailVerification: 'none',
  testContribution: true,
  apiUrl: 'https://fathom.example/api',
  socketUrl: 'wss://fathom.example/socket',
};

/** Returns the user pool's response to an operation. */
export type PoolResponder = (operation: string, input: Record<string, unknown>) => Response | Promise<Response>;

interface RenderOptions {
  readonly api?: FakeApi;
  readonly config?: RuntimeConfig;
  /** Whether the viewer is signed in. */
  readonly isSignedIn?: boolean;
  readonly pool?: PoolResponder;
  /** The state of the history entry, which the browser keeps when the page is reloaded. */
  readonly historyState?: unknown;
}

/** A rendered application, and what a test needs to use and inspect it. */
export interface RenderedApp {
  readonly api: FakeApi;
  /** Replaces the API. */
  serveWith(newApi: FakeApi): void;
  readonly user: UserEvent;
  /** Removes the application before the test ends. */
  unmount(): void;
  /** Messages that the page has written to the console, with errors by their names. */
  readonly loggedMessages: readonly string[];
}

/** Renders the whole application at a path, against a fake API and a fake user pool, until the test ends. */
export function renderApp(path: string, options: RenderOptions = {}): RenderedApp {
  const { api = emptyApi(), config = CONFIG, isSignedIn = true, pool = refusePool, historyState = null } = options;
  const servers: Servers = { api, pool };
  vi.stubGlobal('fetch', createFetch(servers, config));
  vi.stubGlobal('WebSocket', ClosedSocket);
  const loggedMessages = recordConsole();

  history.replaceState(historyState, '', path);
  if (isSignedIn) signIn();
  else signOut();

  render(
    <ErrorBoundary>
      <GuardedRouter>
        <App />
      </GuardedRouter>
    </ErrorBoundary>,
  );

  onTestFinished(() => {
    cleanup();
    signOut();
    toasts.set([]);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  return {
    api,
    user: userEvent.setup(),
    unmount: cleanup,
    loggedMessages,
    serveWith(newApi) {
      servers.api = newApi;
    },
  };
}

/** The servers that a rendered page calls. A test can replace the API. */
interface Servers {
  api: FakeApi;
  readonly pool: PoolResponder;
}

/** Returns a `fetch` that serves the configuration of the stage, and passes other requests to the servers. */
function createFetch(servers: Servers, config: RuntimeConfig) {
  return async (request: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = new URL(request instanceof Request ? request.url : request, 'https://fathom.example');
    if (url.pathname === '/config.json') return Response.json(config);
    if (url.origin !== POOL) return servers.api.respond(url, init);

    const operation = new Headers(init?.headers).get('x-amz-target')?.split('.')[1] ?? '';
    return servers.pool(operation, JSON.parse(String(init?.body)));
  };
}

/** Silences the console until the test ends. Returns the messages that are written to it. */
function recordConsole(): readonly string[] {
  const messages: string[] = [];
  for (const level of ['error', 'warn', 'info'] as const) {
    vi.spyOn(console, level).mockImplementation((...parts) => void messages.push(parts.map(String).join(' ')));
  }

  return messages;
}

/** Stores a session of the viewer in the browser. */
function signIn(): void {
  for (const [key, value] of Object.entries(buildStoredSession(CONFIG))) localStorage.setItem(key, value);
  markSignedIn();
}

function signOut(): void {
  localStorage.clear();
  markSignedOut();
}

/** Makes the API reject the session's token. The user pools of this file also reject the session's refresh token. */
export function endSession(api: FakeApi): void {
  const refuse = () => Response.json({ code: 'Unauthenticated', error: 'Please sign in first.' }, { status: 401 });
  for (const capability of Object.values(contract)) {
    for (const endpoint of Object.values(capability)) api.fail(endpoint, refuse);
  }
}

/** Simulates the member's return to the tab: the page then refreshes its data. */
export function returnToTab(): void {
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}

/** A user pool that accepts any password, but doesn't renew sessions. */
export const acceptLogIn: PoolResponder = (operation, { AuthFlow }) => {
  if (operation !== 'InitiateAuth' || AuthFlow !== CONFIG.authFlow) return refusePool();

  const token = buildToken();
  const tokens = { AccessToken: token, IdToken: token, RefreshToken: 'refresh', ExpiresIn: 3600, TokenType: 'Bearer' };
  return Response.json({ AuthenticationResult: tokens, ChallengeParameters: {} });
};

/** A user pool that accepts any password, and then requires this code of an authenticator app. */
export function requireTotp(code: string): PoolResponder {
  return (operation, input) => {
    if (operation === 'InitiateAuth' && input.AuthFlow === CONFIG.authFlow) {
      return Response.json({ ChallengeName: 'SOFTWARE_TOKEN_MFA', Session: 'challenge', ChallengeParameters: {} });
    }
    if (operation !== 'RespondToAuthChallenge') return refusePool();

    const { SOFTWARE_TOKEN_MFA_CODE } = input.ChallengeResponses as Record<string, string>;
    if (SOFTWARE_TOKEN_MFA_CODE === code) return acceptLogIn('InitiateAuth', { AuthFlow: CONFIG.authFlow });
    return poolError('CodeMismatchException', 'Invalid code received for user');
  };
}

/** A user pool that rejects every request. */
export function refusePool(): Response {
  return poolError('NotAuthorizedException', 'Incorrect username or password.');
}

/** Returns an error response of the user pool. */
export function poolError(type: string, message: string): Response {
  return Response.json({ __type: type, message }, { status: 400, headers: { 'x-amzn-errortype': type } });
}

/** A WebSocket that never opens. */
class ClosedSocket {
  send(): void {}
  close(): void {}
}
