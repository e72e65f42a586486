import type { DangerousChange, Template, Templates } from './dangerous-changes.ts';

/**
 * Finds exports that a deployment would remove from a stack while a deployed stack imports them.
 *
 * CloudFormation updates the exporting stack first. It refuses the removal, and fails halfway.
 *
 * @param deployed - in the order of the deployment
 * @param after - the templates after the deployment
 * @param next - the templates of the sources. They differ from `after` if the deployment updates only some of the
 *   stacks
 */
export function findExportsInUse(deployed: Templates, after: Templates, next: Templates = after): DangerousChange[] {
  return Object.entries(deployed).flatMap(([stack, template]): DangerousChange[] => {
    const remainingExports = listExports(after[stack] ?? template);
    const removedExports = listExports(template).filter((name) => !remainingExports.includes(name));
    const importers = Object.keys(deployed).filter((importer) => {
      const imports = listImports(deployed[importer]!);
      return removedExports.some((name) => imports.includes(name));
    });
    if (importers.length === 0) return [];

    const usedExports = removedExports.filter((name) =>
      importers.some((importer) => listImports(deployed[importer]!).includes(name)),
    );
    const message =
      `${stack} would lose an export that a deployed stack uses, and CloudFormation would fail halfway. ` +
      advise(stack, usedExports, findOrder(importers, deployed, next));
    return [{ name: 'exports', message }];
  });
}

/**
 * Returns the importing stacks in an order in which each can be deployed by itself, the last stack first. Undefined if a
 * stack needs an export that isn't deployed by then.
 */
function findOrder(importers: readonly string[], deployed: Templates, next: Templates): string[] | undefined {
  const order = importers.toReversed();
  const templates = { ...deployed };
  for (const importer of order) {
    const exported = Object.values(templates).flatMap(listExports);
    templates[importer] = next[importer] ?? deployed[importer]!;
    if (!listImports(templates[importer]).every((name) => exported.includes(name))) return undefined;
  }
  return order;
}

/** Says how to remove exports without a failure. */
function advise(stack: string, exports: readonly string[], order: readonly string[] | undefined): string {
  const steps = order
    ? `First deploy these stacks in this order, each with --exclusively: ${order.join(', ')}. Then deploy all`
    : `A stack that uses it also needs a new export, so it can't be deployed first. Keep ${exports.join(', ')} for one ` +
      `deployment, with this.exportValue() in the code of ${stack}. Deploy all, remove that line, and deploy all again`;
  return `${steps}: docs/deploying.md#rolling-back.`;
}

/** Returns the names of a template's exports. */
function listExports({ Outputs = {} }: Template): string[] {
  return Object.values(Outputs).flatMap(({ Export }) => (typeof Export?.Name === 'string' ? [Export.Name] : []));
}

/** Returns the names of the exports that a template imports. */
function listImports(template: Template): string[] {
  return [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => name!);
}
