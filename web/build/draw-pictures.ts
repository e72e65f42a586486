/**
 * Draws the pictures of `public/` that can't be SVG: the icons of the installed app, and the preview image of links.
 *
 * Run `node web/build/draw-pictures.ts` after changing `favicon.svg`, and commit the result. Uses the browser in the
 * environment variable `FATHOM_BROWSER`, or Chromium from npm.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

const PUBLIC = join(import.meta.dirname, '../public');
const iconSvg = readFileSync(join(PUBLIC, 'favicon.svg'), 'utf8');
const sceneSvg = readFileSync(join(PUBLIC, 'home-scene.svg'), 'utf8');

/** The share of a maskable icon that the drawing fills. Launchers may cut off everything outside a circle of 80 %. */
const MASKABLE_SCALE = 0.72;

/** The share of the icon for iOS that the drawing fills. iOS rounds the corners of the icon. */
const APPLE_SCALE = 0.8;

/** The background of icons that must not be transparent. */
const ICON_BACKGROUND = '#03233f';

/** Quality of the preview image, in percent. */
const JPEG_QUALITY = 84;

/** Returns a page with the icon in its centre. `scale` is the share of the page that the icon fills. */
function buildIconHtml(scale: number, background: string): string {
  const icon = iconSvg.replace('<svg ', `<svg style="width:${scale * 100}vmin;display:block" `);
  return `
  <body style="margin:0;height:100vh;display:grid;place-items:center;background:${background}">${icon}</body>`;
}

/** The page of the preview image: name and claim, in front of drawings from the home page. */
const PREVIEW_HTML = `
  <style>
    body { margin: 0; height: 100vh; overflow: hidden; position: relative; color: #fff; font-family: "DejaVu Sans", sans-serif;
      background: radial-gradient(60% 70% at 62% -8%, #4fc3dc, transparent 75%),
        linear-gradient(#0a739e, #05527f 30%, #03284c 58%, #010a1a 84%); }
    svg.drawing { position: absolute; fill: currentcolor; overflow: visible; }
    h1 { position: absolute; left: 84px; top: 196px; margin: 0; font-size: 132px; letter-spacing: -5px; line-height: 1; }
    p { position: absolute; left: 90px; top: 348px; margin: 0; font-size: 36px; line-height: 1.35; color: #d3e6f1; }
    .icon { position: absolute; left: 88px; top: 88px; }
  </style>
  <body>
    <div hidden>${sceneSvg}</div>
    <svg class="drawing" style="right:70px;top:90px;width:230px;height:136px;color:#ffffff38"><use href="#turtle"/></svg>
    <svg class="drawing" style="right:330px;top:190px;width:200px;height:100px;color:#ffffff30"><use href="#shoal"/></svg>
    <svg class="drawing" style="right:120px;bottom:150px;width:210px;height:149px;color:#8cc3eb40"><use href="#angler"/></svg>
    <svg class="drawing" style="left:0;bottom:0;width:1200px;height:190px"><use href="#floor"/></svg>
    <div class="icon">${iconSvg.replace('<svg ', '<svg width="76" height="76" ')}</div>
    <h1>Fathom</h1>
    <p>Everyone starts at the bottom.<br>What you share lifts you up.</p>
  </body>`;

/** The files to draw, with their sizes in pixels. */
const PICTURES = [
  { file: 'icon-192.png', width: 192, height: 192, html: buildIconHtml(1, 'transparent') },
  { file: 'icon-512.png', width: 512, height: 512, html: buildIconHtml(1, 'transparent') },
  { file: 'icon-maskable-512.png', width: 512, height: 512, html: buildIconHtml(MASKABLE_SCALE, ICON_BACKGROUND) },
  { file: 'apple-touch-icon.png', width: 180, height: 180, html: buildIconHtml(APPLE_SCALE, ICON_BACKGROUND) },
  { file: 'preview.jpg', width: 1200, height: 630, html: PREVIEW_HTML },
];

const { default: npmBrowser } = await import('@sparticuz/chromium');
const executablePath = process.env.FATHOM_BROWSER ?? (await npmBrowser.executablePath());
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });

for (const { file, width, height, html } of PICTURES) {
  const page = await browser.newPage({ viewport: { width, height } });
  await page.setContent(html);

  const path = join(PUBLIC, file);
  await page.screenshot(
    file.endsWith('.jpg') ? { path, type: 'jpeg', quality: JPEG_QUALITY } : { path, type: 'png', omitBackground: true },
  );
  await page.close();
}

await browser.close();
