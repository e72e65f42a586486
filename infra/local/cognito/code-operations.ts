import { AwsError, type Caller } from '../aws-json-server.ts';
import { Attempts } from './attempts.ts';
import { type CodePurpose, wrongCode } from './codes.ts';
import { type Input, invalid, type PoolAccess } from './pool-access.ts';
import { BAD_CODE, deliveredTo, emailOf, newCode } from './users.ts';

/**
 * The operations that mail a code or take one. The pool's client prevents user existence errors: to a stranger, an
 * email that nobody registered looks like any other.
 */
export class CodeOperations {
  readonly #access: PoolAccess;
  readonly #requests: Attempts;

  constructor(access: PoolAccess) {
    this.#access = access;
    this.#requests = new Attempts(access.parts.now);
  }

  async confirmSignUp(request: Input, caller: Caller): Promise<unknown> {
    const { codes } = this.#access.parts;
    const [Username, ConfirmationCode] = [usernameOf(request), codeOf(request)];
    await this.#access.client(request.ClientId);
    const user = await this.#access.user(Username);
    if (!user) throw new AwsError('ExpiredCodeException', BAD_CODE);
    if (user.UserStatus !== 'UNCONFIRMED') {
      throw new AwsError('NotAuthorizedException', `User cannot be confirmed. Current status is ${user.UserStatus}`);
    }
    codes.use(user.Username, 'confirmSignUp', ConfirmationCode);
    const rest = user.Attributes.filter(({ Name }) => Name !== 'email_verified');
    const Attributes = [...rest, { Name: 'email_verified', Value: 'true' }];
    await this.#access.save({ ...user, Attributes, ConfirmationCode });
    return this.#access.delegate('ConfirmSignUp', request, caller);
  }

  async resendConfirmationCode(request: Input): Promise<unknown> {
    const Username = usernameOf(request);
    await this.#access.client(request.ClientId);
    this.#count('ResendConfirmationCode', Username);
    const user = await this.#access.user(Username);
    if (!user?.Enabled) return { CodeDeliveryDetails: deliveredTo(Username) };
    if (user.UserStatus !== 'UNCONFIRMED') {
      throw new AwsError('InvalidParameterException', 'User is already confirmed.');
    }
    return this.#mailCode(user.Username, emailOf(user), 'confirmSignUp');
  }

  async forgotPassword(request: Input): Promise<unknown> {
    const Username = usernameOf(request);
    await this.#access.client(request.ClientId);
    this.#count('ForgotPassword', Username);
    const user = await this.#access.user(Username);
    const verified = user?.Attributes.some(({ Name, Value }) => Name === 'email_verified' && Value === 'true');
    if (!user?.Enabled || !verified) return { CodeDeliveryDetails: deliveredTo(Username) };
    return this.#mailCode(user.Username, emailOf(user), 'resetPassword');
  }

  async confirmForgotPassword(request: Input, caller: Caller): Promise<unknown> {
    const { codes } = this.#access.parts;
    const [Username, ConfirmationCode] = [usernameOf(request), codeOf(request)];
    await this.#access.client(request.ClientId);
    const user = await this.#access.user(Username);
    if (!user?.Enabled) throw wrongCode();
    codes.check(user.Username, 'resetPassword', ConfirmationCode);
    const Password = await this.#access.newPassword(request.Password);
    // Somebody else may have used it while the password was worked on.
    codes.use(user.Username, 'resetPassword', ConfirmationCode);
    await this.#access.save({ ...user, ConfirmationCode });
    const answer = await this.#access.delegate('ConfirmForgotPassword', { ...request, Password }, caller);
    await this.#access.rememberPassword(user.Username, request.Password);
    return answer;
  }

  /** Counts a request for a code, for whomever it is: what is limited for members alone would tell who is one. */
  #count(operation: string, Username: string): void {
    const who = `${operation} ${Username}`;
    this.#requests.check(who);
    this.#requests.add(who);
  }

  #mailCode(userId: string, email: string, purpose: CodePurpose): unknown {
    const { codes, mailbox } = this.#access.parts;
    const code = newCode();
    codes.put(userId, purpose, code);
    mailbox.deliver({ to: email, reason: purpose, code });
    return { CodeDeliveryDetails: deliveredTo(email) };
  }
}

function usernameOf({ Username }: Input): string {
  if (typeof Username !== 'string' || Username === '') throw invalid('username', 'Member must not be null');
  return Username;
}

function codeOf({ ConfirmationCode }: Input): string {
  if (typeof ConfirmationCode !== 'string' || !/^\S+$/.test(ConfirmationCode)) {
    throw invalid('confirmationCode', 'Member must satisfy regular expression pattern: [\\S]+');
  }
  return ConfirmationCode;
}
