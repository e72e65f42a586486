import type { RuntimeConfig } from '../../../shared/contract/runtime-config.ts';
import { COMMUNITY, DEMO_PASSWORD, type DemoFile, type DemoMember, type Recipe } from './community.ts';
import { pdf, wav, zip } from './documents.ts';
import { picture } from './pictures.ts';

/** A login that people may use. */
export interface DemoLogin {
  readonly email: string;
  readonly password: string;
}

/** The logins that are shown when the demo community exists. */
export const DEMO_LOGINS: readonly DemoLogin[] = COMMUNITY.slice(0, 2).map(({ email }) => ({
  email,
  password: DEMO_PASSWORD,
}));

/** Members seeded side by side: each further one would start another thread of every function. */
const AT_ONCE = 2;

/** A member with their files made. */
interface MadeMember extends DemoMember {
  readonly made: readonly MadeFile[];
}

interface MadeFile extends DemoFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Makes the files of the whole community: a second of work that can be done before there is anywhere to put them. */
export async function makeCommunity(): Promise<MadeMember[]> {
  const members: MadeMember[] = [];
  for (const [index, member] of COMMUNITY.entries()) {
    const files: MadeFile[] = [];
    for (const [position, file] of member.files.entries()) {
      files.push({ ...file, ...(await made(file.recipe, index * 10 + position + 1)) });
    }
    members.push({ ...member, made: files });
  }
  return members;
}

/**
 * Fills an empty Fathom with a small community, through its public API alone: everything that it does, a browser
 * could have done.
 *
 * @throws Error naming the call that failed and its answer.
 */
export async function seedCommunity(config: RuntimeConfig, members: readonly MadeMember[]): Promise<void> {
  const waiting = [...members];
  const seedNext = async (): Promise<void> => {
    for (let member = waiting.shift(); member; member = waiting.shift()) await seedMember(config, member);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, seedNext));
}

async function seedMember(config: RuntimeConfig, { email, username, made: files }: MadeMember): Promise<void> {
  const client = { ClientId: config.userPoolClientId };
  await cognito(config, 'SignUp', {
    ...client,
    Username: email,
    Password: DEMO_PASSWORD,
    UserAttributes: [
      { Name: 'email', Value: email },
      { Name: 'preferred_username', Value: username },
    ],
  });
  const { AuthenticationResult } = await cognito(config, 'InitiateAuth', {
    ...client,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: DEMO_PASSWORD },
  });
  const { AccessToken } = AuthenticationResult as { AccessToken: string };
  // One after the other, so that each file rises a little higher than the one before.
  for (const file of files) await upload(config, AccessToken, file);
}

async function upload(config: RuntimeConfig, token: string, { type, bytes, ...file }: MadeFile): Promise<void> {
  const api = (path: string, body: object) =>
    answered(
      fetch(`${config.apiUrl}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  const announced = { fileName: file.name, fileType: type, fileSize: bytes.length };
  const { presignedUrl, fileId } = await api('/files/upload', announced);
  await answered(
    fetch(String(presignedUrl), { method: 'PUT', headers: { 'content-type': type }, body: new Uint8Array(bytes) }),
  );
  await api('/files/save-metadata', { fileId, fileName: file.name, description: file.description });
}

/** The bytes of a file, and their type. */
async function made(recipe: Recipe, seed: number): Promise<{ type: string; bytes: Buffer }> {
  switch (recipe.kind) {
    case 'picture':
      return { type: 'image/png', bytes: await picture(recipe.water, seed, recipe.width, recipe.height) };
    case 'audio':
      return { type: 'audio/wav', bytes: wav(recipe.sound, recipe.seconds, seed) };
    case 'pdf':
      return { type: 'application/pdf', bytes: pdf(recipe.title, recipe.lines) };
    case 'text':
      return { type: 'text/plain', bytes: Buffer.from(`${recipe.lines.join('\n')}\n`) };
    case 'zip': {
      const entries = Array.from({ length: recipe.pictures }, async (_, index) => {
        return [`photo-${index + 1}.png`, await picture('reef', seed * 100 + index, 480, 320)] as const;
      });
      return { type: 'application/zip', bytes: await zip(Object.fromEntries(await Promise.all(entries))) };
    }
  }
}

function cognito(config: RuntimeConfig, operation: string, input: object): Promise<Record<string, unknown>> {
  return answered(
    fetch(config.userPoolEndpoint ?? `https://cognito-idp.${config.region}.amazonaws.com`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(input),
    }),
  );
}

async function answered(pending: Promise<Response>): Promise<Record<string, unknown>> {
  const response = await pending;
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url.split('?')[0]} answered ${response.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
