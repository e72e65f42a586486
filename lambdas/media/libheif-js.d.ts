/** Types of libheif-js, as far as a thread uses them. The package's own types describe the C interface below it. */
declare module 'libheif-js/libheif-wasm/libheif-bundle.mjs' {
  interface HeifImage {
    get_width(): number;
    get_height(): number;
    is_primary(): boolean | number;
    /** Decodes the picture into `target` as RGBA, upright. The callback gets null if the picture is broken. */
    display(target: { data: Uint8Array; width: number; height: number }, callback: (done: object | null) => void): void;
  }

  export default function createLibheif(): {
    readonly HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
  };
}
