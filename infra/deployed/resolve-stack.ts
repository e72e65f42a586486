import type { SourceMap } from 'node:module';

/** Returns the source map of a bundle's file, such as `index.mjs`, or undefined if the file has no map. */
export type FindSourceMap = (file: string) => SourceMap | undefined;

/** Matches a position in a bundle, as stack traces write it. Functions run in `/var/task`. */
const POSITION = /(?:file:\/\/)?\/var\/task\/([\w.-]+\.mjs):(\d+):(\d+)/;

/** Matches a stack frame with the function's minified name, which is meaningless. */
const NAMED_FRAME = new RegExp(`at (async )?[^\\s"]*? ?\\(${POSITION.source}\\)`, 'g');
const ANY_POSITION = new RegExp(POSITION.source, 'g');

/**
 * Replaces the positions of minified bundles in a text by those in the sources.
 *
 * @param text - a stack trace, or a log line with one
 */
export function resolveStackTrace(text: string, findSourceMap: FindSourceMap): string {
  const resolve = (fallback: string, file: string, line: string, column: string) => {
    const origin = findSourceMap(file)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return fallback;
    // Sources are relative to the bundle, which is in a folder of the build.
    const path = origin.fileName.replace(/^(file:\/\/)?(\.*\/)*/, '');
    return `${path}:${origin.lineNumber}:${origin.columnNumber}`;
  };

  return (
    text
      .replace(NAMED_FRAME, (frame, async = '', file, line, column) => {
        const position = resolve('', file, line, column);
        return position === '' ? frame : `at ${async}${position}`;
      })
      // Keeps a position without a source, which is the first argument.
      .replace(ANY_POSITION, resolve)
  );
}
