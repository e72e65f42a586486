/**
 * A frame with a page of the stand-in, not in the document yet. The page is told who surrounds it, and answers nobody
 * else.
 *
 * @param {string} origin
 * @param {{ path: string, title: string, query: Record<string, string> }} page
 */
export function createFrame(origin, { path, title, query }) {
  const url = new URL(path, origin);
  for (const [name, value] of Object.entries({ ...query, parent: location.origin })) url.searchParams.set(name, value);
  const frame = document.createElement('iframe');
  frame.src = url.href;
  frame.title = title;
  // Where the page's scheme differs from the frame's, browsers paint a background behind the frame.
  Object.assign(frame.style, { border: '0', width: '100%', colorScheme: 'light', backgroundColor: 'transparent' });
  return frame;
}

/**
 * Hears what the page in a frame says, until the signal ends it. Whoever else speaks is not listened to.
 *
 * @param {{ origin: string, frame: HTMLIFrameElement, signal: AbortSignal }} from
 * @param {(message: { type: string, [field: string]: unknown }) => void} hear
 */
export function listenTo({ origin, frame, signal }, hear) {
  const take = (/** @type {MessageEvent} */ event) => {
    if (event.origin === origin && event.source === frame.contentWindow) hear(event.data);
  };
  window.addEventListener('message', take, { signal });
}
