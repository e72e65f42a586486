import { createHmac } from 'node:crypto';
import type { Terminal } from '../process/terminal.ts';
import type { Credentials } from '../state/credentials.ts';
import { ACCOUNT_ID } from '../template/identities.ts';
import type { Resolver } from '../template/template.ts';
import { type Call, isAllowed } from './policy.ts';
import { type FunctionRole, functionRoles } from './roles.ts';

interface Holder extends FunctionRole {
  readonly credentials: Credentials;
}

/**
 * Knows each function by its access key, and lets it do what its role in the template allows. The cloud's own key may
 * do everything: tests and the local cloud itself use it.
 */
export class Guard {
  readonly #root: Credentials;
  readonly #terminal: Terminal;
  readonly #holders = new Map<string, Holder>();

  /** @throws Error naming what of a role or its policies is not known here. */
  constructor(resolver: Resolver, root: Credentials, terminal: Terminal) {
    this.#root = root;
    this.#terminal = terminal;
    for (const role of functionRoles(resolver)) {
      const credentials = functionKey(root, role.functionName);
      this.#holders.set(credentials.accessKeyId, { ...role, credentials });
    }
  }

  /**
   * The key by which a function is known.
   *
   * @throws Error when the template has no such function.
   */
  credentialsOf(functionName: string): Credentials {
    for (const holder of this.#holders.values()) if (holder.functionName === functionName) return holder.credentials;
    throw new Error(`No function of the template has the name ${functionName}.`);
  }

  /** The whole key, function's or the cloud's own, that has this id. */
  find(accessKeyId: string): Credentials | undefined {
    return accessKeyId === this.#root.accessKeyId ? this.#root : this.#holders.get(accessKeyId)?.credentials;
  }

  /** Whether who holds a key may make all of these calls. */
  allows(accessKeyId: string, calls: readonly Call[]): boolean {
    return accessKeyId === this.#root.accessKeyId || this.#denied(accessKeyId, calls) === undefined;
  }

  /**
   * Judges what somebody is about to do, and tells on the terminal when they may not.
   *
   * @returns why not, in the words of AWS; undefined when each of the calls is allowed.
   */
  refusal(accessKeyId: string, calls: readonly Call[]): string | undefined {
    if (accessKeyId === this.#root.accessKeyId) return undefined;
    const call = this.#denied(accessKeyId, calls);
    if (!call) return undefined;
    const { action, resource, context = {} } = call;
    const holder = this.#holders.get(accessKeyId);
    const keys = Object.values(context).flat();
    const about = keys.length > 0 ? ` (${keys.join(', ')})` : '';
    this.#terminal.warn(
      `${holder?.label ?? accessKeyId} may not ${action} on ${resource}${about}: does infra/routes grant it?`,
    );
    const principal = holder
      ? `arn:aws:sts::${ACCOUNT_ID}:assumed-role/${holder.roleName}/${holder.functionName}`
      : accessKeyId;
    return (
      `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ` +
      `because no identity-based policy allows the ${action} action`
    );
  }

  #denied(accessKeyId: string, calls: readonly Call[]): Call | undefined {
    const statements = this.#holders.get(accessKeyId)?.statements ?? [];
    return calls.find((call) => !isAllowed(statements, call));
  }
}

/**
 * Returns the access key of a function. It is derived from the cloud's own key and the function's name, so a URL that the
 * function signed stays valid after a restart.
 */
function functionKey(root: Credentials, functionName: string): Credentials {
  const derive = (purpose: string) => createHmac('sha256', root.secretAccessKey).update(`${purpose}\n${functionName}`);
  return {
    // As long as the cloud's own key id: see `dynamodb-gateway.ts`.
    accessKeyId: `LOCAL${derive('id').digest('hex').slice(0, 16).toUpperCase()}`,
    secretAccessKey: derive('secret').digest('base64url'),
  };
}
