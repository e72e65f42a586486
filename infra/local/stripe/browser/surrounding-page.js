/**
 * The other end of a frame's channel. The page around it opens it by its first message; nobody else's is heard.
 *
 * @returns {Promise<{ settings: object, port: MessagePort }>}
 */
export function surroundingPage() {
  return new Promise((resolve) => {
    const hear = ({ source, origin, data, ports: [port] }) => {
      const isAround = source === window.parent && source !== window && /^https?:\/\//.test(origin);
      if (!isAround || data?.kind !== 'connect' || !port) return;
      window.removeEventListener('message', hear);
      resolve({ settings: data.settings, port });
    };
    window.addEventListener('message', hear);
  });
}
