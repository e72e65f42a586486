/** What one part of the page, or another tab of the same browser, may want to know. */
interface ProductEvents {
  /** A file is stored and listed; `depth` is what its uploader has reached by it, in metres. */
  fileUploaded: { readonly fileId: string; readonly depth: number };
  /** A file is gone; `depth` is what its uploader has sunk to by it, in metres. */
  fileDeleted: { readonly fileId: string; readonly depth: number };
}

type ProductEventName = keyof ProductEvents;

type Message = { [N in ProductEventName]: { readonly name: N; readonly detail: ProductEvents[N] } }[ProductEventName];

const local = new EventTarget();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fathom');

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<Message>) =>
    local.dispatchEvent(new CustomEvent(data.name, { detail: data.detail }));
}

/** Tells this page and every other tab. */
export function announce<N extends ProductEventName>(name: N, detail: ProductEvents[N]): void {
  local.dispatchEvent(new CustomEvent(name, { detail }));
  channel?.postMessage({ name, detail });
}

/** Hears an event until the returned function is called. */
export function listen<N extends ProductEventName>(name: N, handler: (detail: ProductEvents[N]) => void): () => void {
  const onEvent = (event: Event) => handler((event as CustomEvent<ProductEvents[N]>).detail);
  local.addEventListener(name, onEvent);
  return () => local.removeEventListener(name, onEvent);
}
