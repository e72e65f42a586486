import { createHmac, type Hmac } from 'node:crypto';
import type { Terminal } from '../process/terminal.ts';
import type { Credentials } from '../state/credentials.ts';
import { ACCOUNT_ID } from '../template/identities.ts';
import type { Resolver } from '../template/template.ts';
import { type Call, isAllowed } from './policy.ts';
import { type FunctionRole, readFunctionRoles } from './roles.ts';

interface GuardedFunction extends FunctionRole {
  readonly credentials: Credentials;
}

/**
 * Identifies functions by their access keys and enforces their roles. The local cloud's own key, which tests also use,
 * has all permissions.
 */
export class Guard {
  readonly #root: Credentials;
  readonly #terminal: Terminal;
  readonly #functions = new Map<string, GuardedFunction>();

  /** @throws Error if a role or policy has an unsupported element. */
  constructor(resolver: Resolver, root: Credentials, terminal: Terminal) {
    this.#root = root;
    this.#terminal = terminal;
    for (const role of readFunctionRoles(resolver)) {
      const credentials = deriveFunctionCredentials(root, role.functionName);
      this.#functions.set(credentials.accessKeyId, { ...role, credentials });
    }
  }

  /**
   * Returns the access key of a function.
   *
   * @throws Error if the template has no such function.
   */
  getFunctionCredentials(functionName: string): Credentials {
    for (const candidate of this.#functions.values()) {
      if (candidate.functionName === functionName) return candidate.credentials;
    }
    throw new Error(`The template has no function ${functionName}.`);
  }

  /** Returns the key with this ID: a function's key, or the cloud's own key. */
  findCredentialsById(accessKeyId: string): Credentials | undefined {
    return accessKeyId === this.#root.accessKeyId ? this.#root : this.#functions.get(accessKeyId)?.credentials;
  }

  /** Returns whether a key may make all of these calls. Doesn't warn about a missing permission. */
  allows(accessKeyId: string, calls: readonly Call[]): boolean {
    return accessKeyId === this.#root.accessKeyId || this.#findDeniedCall(accessKeyId, calls) === undefined;
  }

  /**
   * Checks calls and warns on the terminal about a missing permission.
   *
   * @returns AWS's error message, or undefined if all calls are allowed.
   */
  findDenial(accessKeyId: string, calls: readonly Call[]): string | undefined {
    if (accessKeyId === this.#root.accessKeyId) return undefined;
    const call = this.#findDeniedCall(accessKeyId, calls);
    if (!call) return undefined;

    const { action, resource, context = {} } = call;
    const caller = this.#functions.get(accessKeyId);
    const keys = Object.values(context).flat();
    const keyList = keys.length > 0 ? ` (${keys.join(', ')})` : '';
    this.#terminal.warn(
      `${caller?.label ?? accessKeyId} may not ${action} on ${resource}${keyList}: does infra/routes grant it?`,
    );

    const principal = caller
      ? `arn:aws:sts::${ACCOUNT_ID}:assumed-role/${caller.roleName}/${caller.functionName}`
      : accessKeyId;
    return (
      `User: ${principal} is not authorized to perform: ${action} on resource: ${resource} ` +
      `because no identity-based policy allows the ${action} action`
    );
  }

  #findDeniedCall(accessKeyId: string, calls: readonly Call[]): Call | undefined {
    const statements = this.#functions.get(accessKeyId)?.statements ?? [];
    return calls.find((call) => !isAllowed(statements, call));
  }
}

/**
 * Derives a function's access key from the cloud's own key and the function's name. URLs that the function has signed
 * stay valid after a restart.
 */
function deriveFunctionCredentials(root: Credentials, functionName: string): Credentials {
  const derive = (purpose: string) => createHmac('sha256', root.secretAccessKey).update(`${purpose}\n${functionName}`);
  return {
    // The key ID is as long as the cloud's own key ID, which `dynamodb-gateway.ts` requires.
    accessKeyId: `LOCAL${derive('id').digest('hex').slice(0, 16).toUpperCase()}`,
    secretAccessKey: derive('secret').digest('base64url'),
    sessionToken: createSessionToken(derive),
  };
}

/**
 * Length of a session token, in bytes: 1,024 characters in Base64.
 *
 * AWS documents no length; the tokens of Lambda's roles have about 1,000 characters. Local tokens are as long, because
 * the token is most of a signed URL.
 */
const TOKEN_BYTES = 766;

/** Size of an HMAC-SHA256, in bytes. */
const HMAC_BYTES = 32;

/** Creates a session token that begins like those of AWS's Security Token Service. */
function createSessionToken(derive: (purpose: string) => Hmac): string {
  const blockCount = Math.ceil(TOKEN_BYTES / HMAC_BYTES);
  const blocks = Array.from({ length: blockCount }, (_, block) => derive(`token ${block}`).digest());
  return Buffer.concat([Buffer.from('IQoJb3JpZ2luX2Vj', 'base64'), ...blocks], TOKEN_BYTES).toString('base64');
}
