import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Calls that only write logs and metrics. */
const LOGGING = /^(logger|metrics)$|^(countMetric|recordMetrics|countRise)$/;

/**
 * Ignores code that holds no rule: logs, metrics, and the texts of errors. Plain JavaScript, because Stryker's worker
 * processes load it.
 */
export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'texts', {
    /** Returns why a piece of code is not mutated, or undefined to mutate it. */
    shouldIgnore(path) {
      const call = path.isExpressionStatement() ? path.node.expression : path.node;
      if (call.type === 'CallExpression') {
        const { callee } = call;
        const name = callee.type === 'MemberExpression' ? callee.object.name : callee.name;
        if (LOGGING.test(name ?? '')) return 'writes logs or metrics only';
      }

      // Functions that only choose a metric.
      if (path.isFunctionDeclaration() && LOGGING.test(path.node.id.name)) return 'writes logs or metrics only';

      // Arguments of `super` in a class of errors, of `new Error`, and of any other `throw new`.
      const isText = path.isStringLiteral() || path.isTemplateLiteral();
      const { parent } = path;
      if (isText && parent.type === 'CallExpression' && parent.callee.type === 'Super') return 'text of an error';
      if (
        isText &&
        parent.type === 'NewExpression' &&
        (parent.callee.name === 'Error' || path.parentPath.parent.type === 'ThrowStatement')
      ) {
        return 'text of an error';
      }

      return undefined;
    },
  }),
];
