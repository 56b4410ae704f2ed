import { accessRoutes } from '../access/access.routes.ts'
import { AccessService } from '../access/access.service.ts'
import { apiTokenRoutes } from '../access/api-tokens.routes.ts'
import { Captcha } from '../access/captcha/captcha.ts'
import { consentRoutes } from '../access/consent.routes.ts'
import { ConsentService } from '../access/consent.service.ts'
import { EntryRules } from '../access/entry-rules.ts'
import { OneTimeSecrets } from '../access/one-time-secrets.ts'
import { DecoyCredentials } from '../access/passkeys/decoys.ts'
import { ManagedPasskeysService } from '../access/passkeys/managed-passkeys.service.ts'
import { PasskeyRequired } from '../access/passkeys/passkey-required.ts'
import { PasskeySignIn } from '../access/passkeys/passkey-sign-in.ts'
import { passkeyRoutes } from '../access/passkeys/passkeys.routes.ts'
import { PasskeysService } from '../access/passkeys/passkeys.service.ts'
import { siteOf } from '../access/passkeys/relying-party.ts'
import { PasswordResets } from '../access/password-reset/password-reset.service.ts'
import { Passwords } from '../credentials/passwords.ts'
import { Permissions } from '../credentials/permissions.ts'
import { RefreshCookie } from '../access/refresh-cookie.ts'
import { Registration } from '../access/registration/registration.service.ts'
import { RecoveryCodes } from '../access/second-factor/recovery-codes.ts'
import { secondFactorRoutes } from '../access/second-factor/second-factor.routes.ts'
import { SecondFactorService } from '../access/second-factor/second-factor.service.ts'
import { SessionList } from '../access/session-list.ts'
import { sessionRoutes } from '../access/sessions.routes.ts'
import { signingInRoutes } from '../access/signing-in.routes.ts'
import { IdentityProviders } from '../access/single-sign-on/identity-provider.ts'
import { singleSignOnRoutes } from '../access/single-sign-on/single-sign-on.routes.ts'
import { ssoDomainRoutes } from '../access/single-sign-on/sso-domains.routes.ts'
import { SsoDomainsService } from '../access/single-sign-on/sso-domains.service.ts'
import { SingleSignOn } from '../access/single-sign-on/single-sign-on.ts'
import { SsoProvidersService } from '../access/single-sign-on/sso-providers.service.ts'
import { TxtLookup } from '../access/single-sign-on/txt-records.ts'
import { SocketRules } from '../access/socket-rules.ts'
import { groupRoutes } from '../groups/groups.routes.ts'
import { GroupsService } from '../groups/groups.service.ts'
import type { BoundRoute } from '../http/route.ts'
import { roleRoutes } from '../roles/roles.routes.ts'
import { RolesService } from '../roles/roles.service.ts'
import { AccountsService } from '../users/accounts.service.ts'
import { createSquarePictures } from '../media/square-picture.ts'
import { InvitationAcceptance } from '../users/invitations/invitation-acceptance.ts'
import { InvitationLetters } from '../users/invitations/invitation-letters.ts'
import { InvitationsService } from '../users/invitations/invitations.service.ts'
import { Pictures } from '../users/picture.ts'
import { presenceRoutes } from '../users/presence.routes.ts'
import { UserPresence } from '../users/presence.ts'
import { UserDeletion } from '../users/user-deletion.ts'
import { UserPictures } from '../users/user-pictures.ts'
import { userRoutes } from '../users/users.routes.ts'
import { UsersService } from '../users/users.service.ts'
import type { Making } from './app-options.ts'
import {
  ACCESS,
  BACKGROUND,
  BOUNDED_MEDIA,
  BUS,
  CAPTCHA,
  CLOCK,
  DATABASE,
  EGRESS,
  ENTRY,
  FEED,
  FILE_REMOVAL,
  GLOBALS,
  LIMITS,
  MAILER,
  PASSWORDS,
  PERMISSIONS,
  PICTURES,
  PRESENCE,
  REALTIME,
  RESETS,
  SECOND_FACTOR,
  SETTINGS,
  SOCKET_RULES,
  SSO_DOMAINS,
  TENANTS,
  VAULT,
} from './tokens.ts'

/** Registers sign-in, sessions and permissions. */
export function makeAccess({ once, get, options }: Making): void {
  const { log, secret } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  const site = siteOf(options.publicUrl)
  once(PERMISSIONS, () => new Permissions())
  once(PASSWORDS, () => new Passwords(options.passwordCost))
  once(
    PICTURES,
    () =>
      new Pictures(get(BOUNDED_MEDIA), (tenantId, media) => get(FILE_REMOVAL)(tenantId, media), createSquarePictures()),
  )
  once(
    SECOND_FACTOR,
    () =>
      new SecondFactorService({
        db,
        vault: get(VAULT),
        clock: get(CLOCK),
        codes: new RecoveryCodes(secret),
        permissions: get(PERMISSIONS),
        issuer: () => get(GLOBALS).get('applicationName'),
        changed: (owner) => get(ACCESS).sessions.announceChange(owner),
      }),
  )
  // Requirements that the person can still fulfil are checked last, so that nobody types a code in vain.
  once(
    ACCESS,
    () =>
      new AccessService({
        db,
        bus,
        clock: get(CLOCK),
        secret,
        site,
        passwords: get(PASSWORDS),
        pictures: get(PICTURES),
        permissions: get(PERMISSIONS),
        settings: get(SETTINGS),
        captcha: get(CAPTCHA),
        captchaMode: () => get(GLOBALS).get('captchaMode'),
        guards: [new PasskeyRequired(site), get(SECOND_FACTOR)],
        log,
        presenceChanged: (user) =>
          void get(PRESENCE)
            .tell(user)
            .catch((error: unknown) => log.debug({ err: error }, 'colleagues were not told who came or left')),
      }),
  )
  once(PRESENCE, () => new UserPresence({ db, realtime: () => get(REALTIME) }))
  once(SOCKET_RULES, () => new SocketRules({ access: get(ACCESS), entry: get(ENTRY), clock: get(CLOCK) }))
  once(CAPTCHA, () => new Captcha({ db, clock: get(CLOCK), secret, iterations: options.captchaIterations }))
  once(
    ENTRY,
    () =>
      new EntryRules({
        clock: get(CLOCK),
        tierOf: (tenantId) => get(TENANTS).tier(tenantId),
        noticeVersion: async () => (await get(GLOBALS).get('privacyNotice'))?.version ?? null,
      }),
  )
  once(
    SSO_DOMAINS,
    () => new SsoDomainsService({ db, clock: get(CLOCK), secret, dns: new TxtLookup(options.dnsServers) }),
  )
  once(
    RESETS,
    () =>
      new PasswordResets({
        db,
        clock: get(CLOCK),
        passwords: get(PASSWORDS),
        mailer: get(MAILER),
        background: get(BACKGROUND),
        log,
        access: get(ACCESS),
      }),
  )
}

/** The calls of signing in, sessions, tokens, and of the people of a company. */
export function accessCalls(making: Making): BoundRoute[] {
  const { get, options } = making
  const db = get(DATABASE)
  const cookie = new RefreshCookie(options.publicUrl)
  return [
    ...accessRoutes({ access: get(ACCESS), cookie }),
    ...passwordRoutes(making),
    ...otherWays(making, cookie),
    ...sessionRoutes({
      access: get(ACCESS),
      list: new SessionList({ db, access: get(ACCESS), permissions: get(PERMISSIONS) }),
    }),
    ...apiTokenRoutes(get(ACCESS).apiTokens),
    ...consentRoutes(new ConsentService({ db, globals: get(GLOBALS), access: get(ACCESS) })),
    ...presenceRoutes(get(PRESENCE)),
    ...peopleRoutes(making),
  ]
}

/** By password, and what goes with it. */
function passwordRoutes({ get, options: { log } }: Making): readonly BoundRoute[] {
  const deps = {
    db: get(DATABASE),
    clock: get(CLOCK),
    passwords: get(PASSWORDS),
    mailer: get(MAILER),
    background: get(BACKGROUND),
    log,
  }
  return signingInRoutes({
    access: get(ACCESS),
    captcha: get(CAPTCHA),
    resets: get(RESETS),
    registration: new Registration({ ...deps, settings: get(GLOBALS) }),
  })
}

/** Ways of signing in beside the password. */
function otherWays({ get, options: { publicUrl, secret, log } }: Making, cookie: RefreshCookie): BoundRoute[] {
  const db = get(DATABASE)
  const access = get(ACCESS)
  const changed = (owner: { tenantId: string; userId: string }): void => access.sessions.announceChange(owner)
  const secrets = new OneTimeSecrets({ db })
  const identityProviders = new IdentityProviders(get(EGRESS))
  const providers = new SsoProvidersService({
    db,
    vault: get(VAULT),
    providers: identityProviders,
    permissions: get(PERMISSIONS),
  })
  return [
    ...passkeyRoutes({
      passkeys: new PasskeysService({ db, secrets, rpName: () => get(GLOBALS).get('applicationName'), changed }),
      signIn: new PasskeySignIn({ db, access, secrets, decoys: new DecoyCredentials(secret) }),
      managed: new ManagedPasskeysService({ db, permissions: get(PERMISSIONS), changed }),
      cookie,
      publicUrl,
    }),
    ...secondFactorRoutes({ secondFactor: get(SECOND_FACTOR), access }),
    ...singleSignOnRoutes({
      providers,
      signOn: new SingleSignOn({
        db,
        access,
        secrets,
        providers,
        identityProviders,
        limits: get(LIMITS),
        clock: get(CLOCK),
        log,
      }),
      cookie,
      publicUrl,
    }),
    ...ssoDomainRoutes(get(SSO_DOMAINS)),
  ]
}

function peopleRoutes({ get }: Making): BoundRoute[] {
  const shared = {
    db: get(DATABASE),
    bus: get(BUS),
    permissions: get(PERMISSIONS),
    pictures: get(PICTURES),
    sessions: get(ACCESS).sessions,
    apiTokens: get(ACCESS).apiTokens,
    guesses: get(ACCESS).guesses,
    rightsChanged: (tenantId: string) => get(REALTIME).pluginsChanged(tenantId),
  }
  const passwords = get(PASSWORDS)
  const letters = new InvitationLetters({ clock: get(CLOCK), mailer: get(MAILER) })
  const inviting = { ...shared, clock: get(CLOCK), limits: get(LIMITS), passwords, letters }
  return [
    ...userRoutes({
      users: new UsersService(shared),
      accounts: new AccountsService(inviting),
      invitations: new InvitationsService(inviting),
      acceptance: new InvitationAcceptance(inviting),
      pictures: new UserPictures(shared),
      deletion: new UserDeletion({ ...shared, feed: get(FEED) }),
      isConfirmed: (caller) => get(ENTRY).isConfirmed(caller),
    }),
    ...roleRoutes({ roles: new RolesService(shared) }),
    ...groupRoutes({ groups: new GroupsService(shared) }),
  ]
}
