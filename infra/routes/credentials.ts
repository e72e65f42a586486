import type { BundledFunction } from '../constructs/bundled-function.ts';
import { allowEndingSessions } from './end-sessions.ts';
import type { CapabilityGrants, Resources } from './grants.ts';

/** Lets a function load the caller, and check their password. */
function allowAuthenticatingCaller(fn: BundledFunction, { table, members }: Resources): void {
  table.allow(fn, { USER: ['GetItem', 'PutItem'] });
  members.allowReadingMembers(fn);
  members.allowCredentialChecks(fn);
}

/** Lets a function sign a member out everywhere. */
function allowSigningOut(fn: BundledFunction, resources: Resources): void {
  resources.members.allow(fn, 'AdminUserGlobalSignOut');
  allowEndingSessions(fn, resources);
}

/** Lets a function count attempts to redeem an emailed code, before it redeems one. */
function allowCountingCodes(fn: BundledFunction, { table, members }: Resources): void {
  table.allow(fn, { CONDUCT: ['UpdateItem', 'GetItem'] });
  members.allowHashingEmails(fn);
}

/** The permissions of the endpoints for registration and sign-in. `Grant` in `grants.ts` lists the methods. */
export const credentials: CapabilityGrants<'credentials'> = {
  register: (fn, { table, members, mail }) => {
    table.allow(fn, { CONDUCT: ['PutItem'] });
    members.allowRegistering(fn);
    members.allowReadingMembers(fn);
    mail.allow(fn);
  },

  confirmRegistration: (fn, resources) => {
    allowCountingCodes(fn, resources);
    resources.members.allowCredentialChecks(fn);
    // The username and password of the confirmation replace those of a stranger who registered the email first.
    resources.members.allow(fn, 'AdminGetUser', 'AdminSetUserPassword', 'AdminUpdateUserAttributes');
    // Switches off a second factor that the stranger has added.
    resources.members.allow(fn, 'AdminSetUserMFAPreference');
    resources.table.allow(fn, { USER: ['GetItem', 'UpdateItem'], CREDENTIALS: ['GetItem'] });
    allowSigningOut(fn, resources);
  },

  resendCode: (fn, { members }) => members.allowServerClient(fn),

  resetPassword: (fn, resources) => {
    allowCountingCodes(fn, resources);
    resources.members.allowWebClient(fn);
    // If the post-confirmation trigger fails, the function does the trigger's work.
    resources.members.allow(fn, 'AdminGetUser', 'AdminSetUserMFAPreference');
    resources.table.allow(fn, { CREDENTIALS: ['GetItem'] });
    allowSigningOut(fn, resources);
    resources.members.allowResetCompletion(fn);
  },

  recover: (fn, resources) => {
    resources.members.allowCredentialChecks(fn);
    // Switches the lost second factor off.
    resources.members.allow(fn, 'AdminGetUser', 'AdminSetUserMFAPreference');
    resources.table.allow(fn, { CREDENTIALS: ['GetItem', 'UpdateItem'], CONDUCT: ['PutItem'] });
    resources.mail.allow(fn);
    allowSigningOut(fn, resources);
  },

  signInSettings: (fn, { table, members, mail }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'], CREDENTIALS: ['GetItem', 'UpdateItem'] });
    members.allow(fn, 'AdminGetUser', 'AdminListDevices');
    mail.allow(fn);
  },

  changePassword: (fn, resources) => {
    allowAuthenticatingCaller(fn, resources);
    resources.table.allow(fn, { CREDENTIALS: ['GetItem', 'UpdateItem'] });
    allowSigningOut(fn, resources);
  },

  signOutEverywhere: (fn, resources) => {
    resources.table.allow(fn, { USER: ['PutItem'] });
    resources.members.allowReadingMembers(fn);
    allowSigningOut(fn, resources);
  },

  forgetDevice: (fn, { table, members }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem'] });
    members.allow(fn, 'AdminGetUser', 'AdminForgetDevice');
  },

  changeEmail: (fn, resources) => {
    allowAuthenticatingCaller(fn, resources);
    resources.table.allow(fn, { USER: ['UpdateItem'], CREDENTIALS: ['UpdateItem'] });
    resources.members.allow(fn, 'AdminUpdateUserAttributes');
    resources.mail.allow(fn);
  },

  confirmEmail: (fn, { table, members, mail }) => {
    table.allow(fn, { USER: ['GetItem', 'PutItem', 'UpdateItem'], CREDENTIALS: ['UpdateItem'] });
    members.allowReadingMembers(fn);
    mail.allow(fn);
  },

  setUpTotp: allowAuthenticatingCaller,

  enableTotp: (fn, resources) => {
    allowAuthenticatingCaller(fn, resources);
    resources.table.allow(fn, { CREDENTIALS: ['GetItem', 'UpdateItem'] });
    resources.members.allow(fn, 'AdminSetUserMFAPreference');
  },

  disableTotp: (fn, resources) => {
    allowAuthenticatingCaller(fn, resources);
    resources.table.allow(fn, { CREDENTIALS: ['UpdateItem'], CONDUCT: ['PutItem'] });
    resources.members.allow(fn, 'AdminSetUserMFAPreference');
    resources.mail.allow(fn);
  },
};
