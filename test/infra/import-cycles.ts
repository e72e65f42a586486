import type { SourceFile } from '../support/source-files.ts';

/** Returns groups of files that import each other, with Tarjan's algorithm for strongly connected components. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  /** The order in which files were visited. */
  const visitOrder = new Map<string, number>();
  /** The earliest place in that order that a file reaches through its imports and the stack. */
  const earliestReached = new Map<string, number>();
  /** Visited files whose group is not complete. */
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (path: string) => {
    visitOrder.set(path, visitOrder.size);
    earliestReached.set(path, visitOrder.get(path)!);
    stack.push(path);

    for (const importedPath of imports.get(path) ?? []) {
      if (!visitOrder.has(importedPath)) visit(importedPath);
      if (stack.includes(importedPath))
        earliestReached.set(path, Math.min(earliestReached.get(path)!, earliestReached.get(importedPath)!));
    }
    // A file that reaches no earlier one is the first of its group.
    if (earliestReached.get(path) !== visitOrder.get(path)) return;

    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) cycles.push(group);
  };

  for (const { path } of files) if (!visitOrder.has(path)) visit(path);
  return cycles;
}
