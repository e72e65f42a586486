import type { Browser, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { emptyApi } from '../../../web/src/test-support/empty-api.ts';
import type { FakeApi } from '../../../web/src/test-support/fake-api.ts';
import { storedSession } from '../../../web/src/test-support/sample-session.ts';
import { CONTENT_STATES } from './content-states.ts';
import { openPage } from './member-browser.ts';
import { MEMBER_STATES } from './member-states.ts';
import { checkScreen } from './screen-check.ts';
import type { ScreenState } from './screen-data.ts';

/** The states that `npm test` checks; `npm run test:all` checks all others too. */
const MAIN_STATES = ['home', 'dashboard', 'files', 'chat'];

const STATES = [...CONTENT_STATES, ...MEMBER_STATES];

/** One state of each of the most used screens. */
export const mainStates = STATES.filter(({ name }) => MAIN_STATES.includes(name));
/** All other states. */
export const otherStates = STATES.filter(({ name }) => !MAIN_STATES.includes(name));

/** Opens a page in a state, with a fake API, and checks it at every width. */
export async function checkState(browser: Browser, state: ScreenState): Promise<void> {
  const url = inject('url');
  const api = emptyApi();
  state.api?.(api);
  const page = await openWithApi(browser, api, state);
  await state.prepare?.(page);
  await page.goto(url + state.path);
  await state.reach?.(page, api);
  const isSelector = /^[.[]|^(dialog|iframe|img)\b/.test(state.shows);
  const shown = isSelector ? page.locator(state.shows) : page.getByText(state.shows);
  await shown.filter({ visible: true }).first().waitFor();
  await checkScreen(page, state.name);
  expect(api.unexpected).toEqual([]);
  await page.context().close();
}

/** Opens a page of the sample viewer or a visitor, with this API. The user pool rejects every request. */
async function openWithApi(browser: Browser, api: FakeApi, { visitor }: ScreenState): Promise<Page> {
  const url = inject('url');
  const config = (await (await fetch(`${url}/config.json`)).json()) as RuntimeConfig;
  const localStorage = Object.entries(storedSession(config)).map(([name, value]) => ({ name, value }));
  const origins = visitor ? [] : [{ origin: url, localStorage }];
  const page = await openPage(browser, { storageState: { cookies: [], origins } });
  await page.routeWebSocket(/ticket=/, () => {});
  await page.route(`${config.userPoolEndpoint}**`, (route) =>
    route.fulfill({ status: 400, json: { __type: 'NotAuthorizedException', message: 'No.' } }),
  );
  await page.route(/\/api\//, async (route) => {
    const request = route.request();
    const init = { method: request.method(), body: request.postData() ?? undefined };
    const response = await api.respond(new URL(request.url()), init).catch(() => undefined);
    if (!response) return route.abort();
    await route
      .fulfill({ status: response.status, contentType: 'application/json', body: await response.text() })
      // The page may be closed while the response is delayed.
      .catch(() => {});
  });
  return page;
}
