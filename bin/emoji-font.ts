/**
 * The emoji font of the screenshots. Most Linux machines have no font with emoji. On Linux, the first run installs one
 * (`bin/screenshot-fonts`, 25 MB), because it isn't part of the default installation.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const FONT_PACKAGE = join(import.meta.dirname, 'screenshot-fonts');
const EMOJI_FONT = join(
  FONT_PACKAGE,
  'node_modules/@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf',
);

/**
 * Makes an emoji font available to a browser on Linux. Installs the font if it is missing.
 *
 * @returns the browser's environment. fontconfig also searches `$XDG_DATA_HOME/fonts`.
 * @throws Error if the installation fails
 */
export function provideEmojiFont(directory: string): NodeJS.ProcessEnv {
  if (process.platform !== 'linux') return process.env;

  if (!existsSync(EMOJI_FONT)) {
    console.error('Installing Noto Color Emoji for the screenshots, once: npm ci --prefix bin/screenshot-fonts');
    spawnSync('npm', ['ci', '--prefix', FONT_PACKAGE, '--no-audit', '--no-fund'], { stdio: 'inherit' });
  }
  if (!existsSync(EMOJI_FONT)) {
    throw new Error(
      'Screenshots need the font Noto Color Emoji, and npm could not install it (see above). ' +
        'Connect to the npm registry and run "npm ci --prefix bin/screenshot-fonts".',
    );
  }

  const dataHome = join(directory, 'browser-data');
  mkdirSync(join(dataHome, 'fonts'), { recursive: true });
  symlinkSync(EMOJI_FONT, join(dataHome, 'fonts', 'NotoColorEmoji.ttf'));
  return { ...process.env, XDG_DATA_HOME: dataHome };
}
