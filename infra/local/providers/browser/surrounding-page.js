/**
 * Connects a page to the page that frames it. The framing page opens a channel with its first message; messages from
 * other pages are ignored.
 *
 * @returns `isFramed` is false if the page was opened by itself; `tell` has no effect then.
 */
export async function surroundingPage() {
  const { settings = {}, port } = window.parent === window ? {} : await connection();
  return {
    isFramed: port !== undefined,
    settings,
    tell: (kind, detail = {}) => port?.postMessage({ kind, ...detail }),
    /** Handles messages by their kind. */
    listen(handlers) {
      if (port) port.onmessage = ({ data }) => handlers[data.kind]?.(data);
    },
  };
}

function connection() {
  return new Promise((resolve) => {
    const connect = ({ source, origin, data, ports: [port] }) => {
      if (source !== window.parent || !/^https?:\/\//.test(origin) || data?.kind !== 'connect' || !port) return;
      window.removeEventListener('message', connect);
      resolve({ settings: data.settings, port });
    };
    window.addEventListener('message', connect);
  });
}
