const parent = new URL(location.href).searchParams.get('parent');

/** Whether this page is in a frame whose page has said who it is. */
export const isFramed = window.parent !== window && parent !== null;

/**
 * Says something to the page around this one, and to no other that may be there instead.
 *
 * @param {{ type: string, [field: string]: unknown }} message
 */
export function tell(message) {
  if (isFramed) window.parent.postMessage(message, /** @type {string} */ (parent));
}

/**
 * Hears what the page around this one says.
 *
 * @param {(message: { type: string, [field: string]: unknown }) => void} hear
 */
export function listen(hear) {
  window.addEventListener('message', (event) => {
    if (event.source === window.parent && event.origin === parent) hear(event.data);
  });
}
