/** Tests of the environment variables with which the local cloud's process must start. */
import { describe, expect, it } from 'vitest';
import { findMissingVariables } from './start-environment.ts';

const PROXY = 'http://proxy.example:3128';

describe('findMissingVariables', () => {
  it('limits the free memory that glibc keeps, only on Linux and only once', () => {
    const settings = findMissingVariables({}, 'linux');

    expect(settings).toEqual({ MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072' });
    expect(findMissingVariables(settings, 'linux')).toEqual({});
    expect(findMissingVariables({ MALLOC_ARENA_MAX: '8' }, 'linux')).toEqual({});
    expect(findMissingVariables({}, 'darwin')).toEqual({});
  });

  it.each([
    [{ HTTP_PROXY: PROXY }, { NO_PROXY: '127.0.0.1,localhost' }],
    [{ http_proxy: PROXY }, { NO_PROXY: '127.0.0.1,localhost' }],
    [{ HTTP_PROXY: PROXY, NO_PROXY: 'a.example, localhost' }, { NO_PROXY: 'a.example,localhost,127.0.0.1' }],
    [{ HTTP_PROXY: PROXY, NO_PROXY: '*' }, {}],
    // Node.js ignores NO_PROXY if no_proxy is set, even to nothing.
    [{ HTTP_PROXY: PROXY, no_proxy: '' }, { no_proxy: '127.0.0.1,localhost' }],
    [
      { HTTP_PROXY: PROXY, NO_PROXY: 'a.example', no_proxy: 'b.example' },
      { NO_PROXY: 'a.example,127.0.0.1,localhost', no_proxy: 'b.example,127.0.0.1,localhost' },
    ],
    [{ NO_PROXY: 'a.example' }, {}],
  ])('reaches local addresses without the proxy: %j', (environment, missingVariables) => {
    expect(findMissingVariables(environment, 'darwin')).toEqual(missingVariables);
  });

  it('misses nothing after the restart', () => {
    const environment = { HTTP_PROXY: PROXY, no_proxy: 'a.example' };
    const newEnvironment = { ...environment, ...findMissingVariables(environment, 'linux') };

    expect(findMissingVariables(newEnvironment, 'linux')).toEqual({});
  });
});
