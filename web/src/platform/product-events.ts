/** Events that reach all parts of this page and the browser's other tabs. */
interface ProductEvents {
  /** A file was uploaded and recorded. `depth` is the uploader's new depth in metres. */
  fileUploaded: { readonly fileId: string; readonly depth: number };
  /**
   * A file was deleted. `depth` is the uploader's new depth in metres. It is missing if the server found the file
   * already deleted.
   */
  fileDeleted: { readonly fileId: string; readonly depth?: number };
}

type ProductEventName = keyof ProductEvents;

/** An event as it is sent to other tabs. */
type BroadcastMessage = {
  [N in ProductEventName]: { readonly name: N; readonly detail: ProductEvents[N] };
}[ProductEventName];

const pageEvents = new EventTarget();
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('fathom');

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<BroadcastMessage>) =>
    pageEvents.dispatchEvent(new CustomEvent(data.name, { detail: data.detail }));
}

/** Sends an event to this page and every other tab. */
export function emitProductEvent<N extends ProductEventName>(name: N, detail: ProductEvents[N]): void {
  pageEvents.dispatchEvent(new CustomEvent(name, { detail }));
  channel?.postMessage({ name, detail });
}

/** Subscribes to an event. Returns a function that unsubscribes. */
export function onProductEvent<N extends ProductEventName>(
  name: N,
  handler: (detail: ProductEvents[N]) => void,
): () => void {
  const onEvent = (event: Event) => handler((event as CustomEvent<ProductEvents[N]>).detail);

  pageEvents.addEventListener(name, onEvent);
  return () => pageEvents.removeEventListener(name, onEvent);
}
