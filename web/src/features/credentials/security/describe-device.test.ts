import { expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

it.each<[agent: string, name: string]>([
  [
    'macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160',
    'Chrome on macOS',
  ],
  ['Windows 15.0.0 x86 Windows Microsoft Edge/121.0.2277.98;Chromium/121.0.6167.160', 'Edge on Windows'],
  ['Android 14.0.0 Pixel 8 Android Chromium/121.0.6167.160;Google Chrome/121.0.6167.160', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:109.0) Gecko/20100101 Firefox/115.0', 'Firefox on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/121.0.0.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Chromium OS 15604.45.0 x86 Chromium OS Google Chrome/120.0.6099.203', 'Chrome on ChromeOS'],
  ['Linux 6.1', 'Linux'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('describeDevice describes %j as %s', (agent, name) => {
  expect(describeDevice(agent)).toBe(name);
});
