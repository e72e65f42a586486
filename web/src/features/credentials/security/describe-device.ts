import { deviceTexts } from './device-texts.ts';

/** Browsers by a part of the user agent. Most user agents name several browsers, so the order matters. */
const BROWSERS = [
  [/Edg/, 'Edge'],
  [/OPR|Opera/, 'Opera'],
  [/Firefox|FxiOS/, 'Firefox'],
  [/Chrom|CriOS/, 'Chrome'],
  [/Safari/, 'Safari'],
] as const;

/** Systems by a part of the user agent. The order matters here for the same reason. */
const SYSTEMS = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/mac ?os/i, 'macOS'],
  [/CrOS|Chrom(e|ium) ?OS/, 'ChromeOS'],
  [/Linux|X11/, 'Linux'],
] as const;

/**
 * Returns a name for a device: "Firefox on Windows".
 *
 * @param agent - the user agent, or the list of brands that Amplify sends instead
 */
export function describeDevice(agent: string): string {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1];
  const system = SYSTEMS.find(([pattern]) => pattern.test(agent))?.[1];

  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? deviceTexts.unknownDevice;
}
