import type { SourceFile } from '../support/source-files.ts';

/** Returns groups of files that import each other, with Tarjan's algorithm for strongly connected components. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  /** The order in which files were visited. */
  const index = new Map<string, number>();
  /** The lowest index that a file reaches through its imports and the stack. */
  const low = new Map<string, number>();
  /** Visited files whose group is not complete. */
  const stack: string[] = [];
  const cycles: string[][] = [];

  const visit = (path: string) => {
    index.set(path, index.size);
    low.set(path, index.get(path)!);
    stack.push(path);

    for (const target of imports.get(path) ?? []) {
      if (!index.has(target)) visit(target);
      if (stack.includes(target)) low.set(path, Math.min(low.get(path)!, low.get(target)!));
    }
    // A file that reaches no earlier one is the first of its group.
    if (low.get(path) !== index.get(path)) return;

    const group = stack.splice(stack.indexOf(path));
    if (group.length > 1) cycles.push(group);
  };

  for (const { path } of files) if (!index.has(path)) visit(path);
  return cycles;
}
