import type { DangerousChange, Template, Templates } from './dangerous-changes.ts';

/**
 * Finds exports that a deployment would remove from a stack while a deployed stack imports them.
 *
 * CloudFormation updates the exporting stack first. It refuses the removal, and fails halfway.
 *
 * @param deployed - in the order of the deployment
 * @param after - the templates after the deployment
 */
export function findExportsInUse(deployed: Templates, after: Templates): DangerousChange[] {
  return Object.entries(deployed).flatMap(([stack, template]): DangerousChange[] => {
    const remainingExports = listExports(after[stack] ?? template);
    const removedExports = listExports(template).filter((name) => !remainingExports.includes(name));
    const importers = Object.keys(deployed).filter((importer) => {
      const imports = listImports(deployed[importer]!);
      return removedExports.some((name) => imports.includes(name));
    });
    if (importers.length === 0) return [];

    const message =
      `${stack} would lose an export that a deployed stack uses, and CloudFormation would fail halfway. First deploy ` +
      `these stacks in this order, each with --exclusively: ${importers.toReversed().join(', ')}. Then deploy all: ` +
      'docs/deploying.md#rolling-back.';
    return [{ name: 'exports', message }];
  });
}

/** Returns the names of a template's exports. */
function listExports({ Outputs = {} }: Template): string[] {
  return Object.values(Outputs).flatMap(({ Export }) => (typeof Export?.Name === 'string' ? [Export.Name] : []));
}

/** Returns the names of the exports that a template imports. */
function listImports(template: Template): string[] {
  return [...JSON.stringify(template).matchAll(/"Fn::ImportValue":"([^"]+)"/g)].map(([, name]) => name!);
}
