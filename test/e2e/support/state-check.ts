import type { Browser, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { SURFACE_METRES } from '../../../shared/rules/depth.ts';
import { emptyApi } from '../../../web/src/test-support/empty-api.ts';
import type { FakeApi } from '../../../web/src/test-support/fake-api.ts';
import { VIEWER } from '../../../web/src/test-support/sample-data.ts';
import { buildStoredSession } from '../../../web/src/test-support/sample-session.ts';
import { CONTENT_STATES } from './content-states.ts';
import { CREDENTIAL_STATES } from './credential-states.ts';
import { openPage } from './member-browser.ts';
import { MEMBER_STATES } from './member-states.ts';
import { checkScreen } from './screen-check.ts';
import type { ScreenState } from './screen-data.ts';

/** Names of the states that `npm test` checks. `npm run test:all` also checks all others. */
const MAIN_STATES = ['home', 'dashboard', 'files', 'chat'];

const STATES = [...CONTENT_STATES, ...CREDENTIAL_STATES, ...MEMBER_STATES];

/** One state of each of the most used screens. */
export const mainStates = STATES.filter(({ name }) => MAIN_STATES.includes(name));

/** All other states. */
export const otherStates = STATES.filter(({ name }) => !MAIN_STATES.includes(name));

/** A depth just below the daylight, where the colours of the night are lightest. Other states are checked at 0 m. */
const NIGHT_METRES = 900;

/** A depth with the colours of the day. */
const DAY_METRES = 5000;

/** Names of the states that are checked by day. They have most of the app's components. */
const DAY_STATES = [
  'dashboard',
  'composer-too-long',
  'toasts',
  'files',
  'delete-file',
  'files-selected',
  'edit-file',
  'upload-refused',
  'feed',
  'preview-text',
  'preview-problem',
  'player-audio',
  'comments',
  'picture-dialog',
  'payments-paypal',
  'search',
  'profile-restricted',
  'dive-log',
  'edit-profile',
  'security-full',
  'inbox',
  'chat',
  'payments',
];

/** Returns the states with these names, at another depth. */
const statesAt = (metres: number, names: readonly string[]): ScreenState[] =>
  names.map((name) => ({ ...STATES.find((state) => state.name === name)!, name: `${name} at ${metres} m`, metres }));

/** The most used states at other depths: just below the daylight, by day, and at the surface. */
export const statesByDepth: readonly ScreenState[] = [
  ...statesAt(NIGHT_METRES, ['dashboard', 'files', 'chat', 'delete-file']),
  ...statesAt(DAY_METRES, DAY_STATES),
  ...statesAt(SURFACE_METRES, ['dashboard', 'files', 'chat', 'feed']),
];

/** Opens a page in a state, with a fake API, and checks the page at desktop and phone width. */
export async function checkState(browser: Browser, state: ScreenState): Promise<void> {
  const url = inject('url');
  const api = emptyApi();
  state.api?.(api);
  const page = await openWithApi(browser, api, state);

  await state.prepare?.(page);
  await page.goto(url + state.path);
  await state.reach?.(page, api);

  // `shows` is a selector if it begins with a class, an attribute, or one of these elements. Otherwise it is a text.
  const isSelector = /^[.[]|^(dialog|iframe|img)\b/.test(state.shows);
  const shownElement = isSelector ? page.locator(state.shows) : page.getByText(state.shows);
  await shownElement.filter({ visible: true }).first().waitFor();

  await checkScreen(page, state.name);
  expect(api.unexpectedCalls).toEqual([]);

  await page.context().close();
}

/** Opens a page of the sample viewer or a visitor, with this API. The user pool rejects every request. */
export async function openWithApi(
  browser: Browser,
  api: FakeApi,
  { visitor, metres }: Pick<ScreenState, 'visitor' | 'metres'> = {},
): Promise<Page> {
  const url = inject('url');
  const config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const localStorage = Object.entries(buildStoredSession(config)).map(([name, value]) => ({ name, value }));
  const origins = visitor ? [] : [{ origin: url, localStorage }];
  const page = await openPage(browser, { storageState: { cookies: [], origins } });

  // The socket opens, but nothing responds.
  await page.routeWebSocket(/ticket=/, () => {});
  await page.route(`${config.userPoolEndpoint}**`, (route) =>
    route.fulfill({ status: 400, json: { __type: 'NotAuthorizedException', message: 'No.' } }),
  );
  await page.route(/\/api\//, async (route) => {
    const request = route.request();
    const init = { method: request.method(), body: request.postData() ?? undefined };
    const response = await api.respond(new URL(request.url()), init).catch(() => undefined);
    if (!response) return route.abort();

    const body = replaceViewerDepth(await response.text(), metres);
    await route
      .fulfill({ status: response.status, contentType: 'application/json', body })
      // The page may be closed while the response is delayed.
      .catch(() => {});
  });

  return page;
}

/** Returns the body of a response with another depth in the viewer's profile, if `metres` is set. */
function replaceViewerDepth(body: string, metres: number | undefined): string {
  if (metres === undefined || !body.includes(VIEWER.id)) return body;
  return JSON.stringify(JSON.parse(body), (_, value) =>
    value?.id === VIEWER.id ? { ...value, depth: metres } : value,
  );
}
