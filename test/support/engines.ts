import { existsSync } from 'node:fs';

/** The browser engines that can run the journeys. */
export type Engine = 'chromium' | 'firefox' | 'webkit';

/** The executables that each engine needs, as `.ci/browsers` installs them on Debian. */
const EXECUTABLES = {
  firefox: { firefox: '/usr/bin/firefox-esr' },
  webkit: {
    browser: '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser',
    display: '/usr/bin/Xvfb',
    input: '/usr/bin/xdotool',
  },
} as const;

/** The path of Firefox. */
export const FIREFOX = EXECUTABLES.firefox;

/** The paths of WebKit's browser, and of the programs that give it a display and input. */
export const WEBKIT = EXECUTABLES.webkit;

/** Why Firefox skips journeys that lose a response: the test must forward the request first. */
const NO_REQUEST_BODY = "Playwright can't read a request's body in this Firefox, so it can't forward the request";

/**
 * Journeys that an engine's driver can't run, each with the reason.
 *
 * The key is the test's title, or the start of its file's path.
 */
export const DRIVER_LIMITS: Readonly<Record<Engine, Readonly<Record<string, string>>>> = {
  chromium: {},
  firefox: {
    'publishes a post once when the response is lost and the member retries': NO_REQUEST_BODY,
    'keeps edits after a lost response as a second post': NO_REQUEST_BODY,
  },
  webkit: {
    'sees the 404 page on an unknown URL':
      'after a long visit, Playwright misses the end of this navigation, which WebKit does in another process',
    'test/e2e/journeys/main-screens.test.ts':
      "WebKitGTK's inspector closes the connection at messages of more than 128 KB, and axe is larger",
  },
};

/** Returns the engine of a Vitest project, Chromium by default. */
export function selectEngine(environment: Readonly<Record<string, unknown>> = process.env): Engine {
  return (environment.FATHOM_ENGINE as Engine | undefined) ?? 'chromium';
}

/** Returns why an engine can't start here, or undefined if it is installed. Chromium comes from npm. */
export function findMissingPart(engine: Engine): string | undefined {
  if (engine === 'chromium') return undefined;
  const missingPath = Object.values(EXECUTABLES[engine]).find((path) => !existsSync(path));
  return missingPath && `${engine} is not installed: ${missingPath} is missing. Run .ci/browsers.`;
}

/**
 * Returns whether a missing browser engine, linter, or Perl fails its tests instead of skipping them.
 *
 * `.ci/nightly` sets the variable, so that it can't pass without them.
 */
export function requiresEngines(environment: Readonly<Record<string, unknown>> = process.env): boolean {
  return environment.FATHOM_REQUIRE_ENGINES === '1';
}
