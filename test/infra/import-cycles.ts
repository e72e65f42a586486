import type { SourceFile } from '../support/source-files.ts';

/**
 * Returns the groups of files that import each other, directly or through other files.
 *
 * Uses Tarjan's algorithm for strongly connected components. A component is called a group here.
 */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const imports = new Map(files.map((file) => [file.path, file.imports]));
  /** The number of each visited file, in the order of the visits. */
  const visitNumbers = new Map<string, number>();
  /** For each visited file, the lowest number found among itself and the files on the stack that its imports reach. */
  const lowestNumbers = new Map<string, number>();
  /** Visited files whose group is not complete. */
  const stack: string[] = [];
  const groups: string[][] = [];

  const visit = (path: string) => {
    visitNumbers.set(path, visitNumbers.size);
    lowestNumbers.set(path, visitNumbers.get(path)!);
    stack.push(path);

    for (const importedPath of imports.get(path) ?? []) {
      if (!visitNumbers.has(importedPath)) visit(importedPath);
      if (stack.includes(importedPath))
        lowestNumbers.set(path, Math.min(lowestNumbers.get(path)!, lowestNumbers.get(importedPath)!));
    }

    // A file that reaches no earlier file of the stack is the first of its group. The others are above it on the stack.
    if (lowestNumbers.get(path) !== visitNumbers.get(path)) return;

    const group = stack.splice(stack.indexOf(path));
    // A file outside all cycles is a group by itself.
    if (group.length > 1) groups.push(group);
  };

  for (const { path } of files) if (!visitNumbers.has(path)) visit(path);
  return groups;
}
