/** Types of libheif-js, as far as the corpus uses them. */
declare module 'libheif-js/wasm-bundle.js' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean | number;
    /** Decodes the picture into `target` as RGBA, upright. The callback gets null if the picture is broken. */
    display(target: { data: Uint8Array; width: number; height: number }, callback: (done: object | null) => void): void;
  }

  const libheif: { readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } };
  export default libheif;
}
