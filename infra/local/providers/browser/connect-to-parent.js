/**
 * Connects a page to its parent, and then shows the page.
 *
 * The parent's first message opens a channel; messages from other pages are ignored. The body is hidden until the
 * channel is open, because a click would be lost.
 *
 * @returns `isFramed` is false for a top-level page; `send` has no effect then.
 */
export async function connectToParent() {
  const { settings = {}, port } = window.parent === window ? {} : await receiveChannel();
  // The caller adds its listeners in this task, before any click.
  document.body.hidden = false;

  return {
    isFramed: port !== undefined,
    settings,
    send: (kind, detail = {}) => port?.postMessage({ kind, ...detail }),
    /** Handles messages by their kind. */
    listen(handlers) {
      if (port) port.onmessage = ({ data }) => handlers[data.kind]?.(data);
    },
  };
}

function receiveChannel() {
  return new Promise((resolve) => {
    const connect = ({ source, origin, data, ports: [port] }) => {
      if (source !== window.parent || !/^https?:\/\//.test(origin) || data?.kind !== 'connect' || !port) return;

      window.removeEventListener('message', connect);
      resolve({ settings: data.settings, port });
    };
    window.addEventListener('message', connect);
  });
}
