import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '@recado/contracts'
import { createTenant, twoTenants, type TestTenant, type TestUser } from '../../../tests/harness/tenants.ts'
import { testDatabase, type TestDatabase } from '../../../tests/harness/database.ts'
import type { EventBus } from '../bus/bus.ts'
import { writeToOutbox } from '../bus/event-bus.ts'
import { groupRoutes } from '../groups/groups.routes.ts'
import { GroupsService } from '../groups/groups.service.ts'
import { listen, type Listener } from '../http/listen.ts'
import { createRateLimiter, defaultBudgets } from '../http/rate.ts'
import { createHttp } from '../http/server.ts'
import type { Letter } from '../platform/mail/letter.ts'
import type { SmtpSettings } from '../platform/mail/smtp.ts'
import { globalSettingsRoutes } from '../platform/global-settings.routes.ts'
import { GlobalSettings } from '../platform/global-settings.ts'
import { diskBlobs } from '../media/disk.ts'
import { diskAlone } from '../media/placed-blobs.ts'
import { createFileRemoval } from '../media/file-removal.ts'
import { createSquarePictures } from '../media/square-picture.ts'
import { createMediaStore } from '../media/store.ts'
import { queueRoutes } from '../queues/queues.routes.ts'
import { QueueMembers } from '../queues/queue-members.ts'
import { QueueOverviews } from '../queues/queue-overviews.ts'
import { QueuesService } from '../queues/queues.service.ts'
import { roleRoutes } from '../roles/roles.routes.ts'
import { RolesService } from '../roles/roles.service.ts'
import { settingsRoutes } from '../settings/settings.routes.ts'
import { SettingsService } from '../settings/settings.service.ts'
import { tagRoutes } from '../tags/tags.routes.ts'
import { TagOverviews } from '../tags/tag-overviews.ts'
import { TagsService } from '../tags/tags.service.ts'
import { tenantRoutes } from '../tenants/tenants.routes.ts'
import { TenantsService } from '../tenants/tenants.service.ts'
import type { Realtime } from '../realtime/realtime.ts'
import { UserPresence } from '../users/presence.ts'
import { presenceRoutes } from '../users/presence.routes.ts'
import { CompaniesService } from '../tenants/companies.service.ts'
import { companiesRoutes } from '../tenants/companies.routes.ts'
import { LicencesService } from '../tenants/licences.service.ts'
import { Limits } from '../tenants/limits.ts'
import { PlansService } from '../tenants/plans.service.ts'
import { planRoutes } from '../tenants/plans.routes.ts'
import { AccountsService } from '../users/accounts.service.ts'
import { InvitationAcceptance } from '../users/invitations/invitation-acceptance.ts'
import { InvitationLetters } from '../users/invitations/invitation-letters.ts'
import { InvitationsService } from '../users/invitations/invitations.service.ts'
import { Pictures } from '../users/picture.ts'
import { UserDeletion } from '../users/user-deletion.ts'
import { UserPictures } from '../users/user-pictures.ts'
import { userRoutes } from '../users/users.routes.ts'
import { UsersService } from '../users/users.service.ts'
import { accessRoutes } from './access.routes.ts'
import { AccessService } from './access.service.ts'
import { apiTokenRoutes } from './api-tokens.routes.ts'
import { consentRoutes } from './consent.routes.ts'
import { ConsentService } from './consent.service.ts'
import { Background } from './background.ts'
import { Captcha } from './captcha/captcha.ts'
import { captchaIterations, solved } from './captcha/solve.rig.ts'
import { EntryRules } from './entry-rules.ts'
import { PasswordResets } from './password-reset/password-reset.service.ts'
import { Passwords } from '../credentials/passwords.ts'
import { Permissions } from '../credentials/permissions.ts'
import { RefreshCookie } from './refresh-cookie.ts'
import { Registration } from './registration/registration.service.ts'
import { SessionList } from './session-list.ts'
import { sessionRoutes } from './sessions.routes.ts'
import { signingInRoutes } from './signing-in.routes.ts'
import { SocketRules } from './socket-rules.ts'
import { dataRoot } from '../../../tests/harness/data-root.ts'

/* Serves the calls of access and its neighbours over real HTTP on a real database, for their tests. */

export const password = 'Senha1234'
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** The ephemeral half of the bus, for any number of nodes in this process. */
export function ephemeralBus(): Pick<EventBus, 'emit' | 'emitElsewhere' | 'on' | 'onInterruption' | 'network'> {
  const listeners = new Map<string, Set<(data: unknown, topic: string) => void>>()
  const emit = (topic: string, data: unknown): void =>
    queueMicrotask(() => {
      for (const listener of [...(listeners.get(topic) ?? [])]) listener(structuredClone(data), topic)
    })
  return {
    emit,
    // Several nodes of a test share one bus; each passes over what it said itself.
    emitElsewhere: emit,
    on: (topic, listener) => {
      const known = listeners.get(topic) ?? new Set()
      listeners.set(topic, known.add(listener))
      return () => void known.delete(listener)
    },
    onInterruption: () => () => undefined,
    network: () => ({ state: 'unused' }),
  }
}

export interface Answer<T = Record<string, unknown>> {
  readonly status: number
  readonly body: T & { error?: ErrorCode }
  readonly headers: Headers
  readonly cookie: string | undefined
}

/** A browser as far as access cares: keeps the token, the session id and the cookie. */
export class Client {
  token: string | undefined
  sessionId: string | undefined
  cookie: string | undefined
  readonly #base: string
  constructor(base: string) {
    this.#base = base
  }

  /** Solves the slider when signing in asks for it, as the page does. */
  async call<T = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const answer = await this.#once<T>(method, path, body, headers)
    return answer.body.error === 'ERR_CAPTCHA_REQUIRED'
      ? this.#once(method, path, { ...(body as object), captcha: await solved(this.#base, 'login') }, headers)
      : answer
  }

  async #once<T>(method: string, path: string, body: unknown, headers: Record<string, string>): Promise<Answer<T>> {
    const response = await fetch(this.#base + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
        ...(this.sessionId && { sessionid: this.sessionId }),
        ...(this.cookie && path.startsWith('/auth') && { cookie: `jrt=${this.cookie}` }),
        ...headers,
      },
    })
    const set = response.headers.getSetCookie().find((line) => line.startsWith('jrt='))
    const cookie = set && /^jrt=([^;]*)/.exec(set)?.[1]
    if (set !== undefined) this.cookie = cookie || undefined
    return {
      status: response.status,
      body: (await response.json()) as T & { error?: ErrorCode },
      headers: response.headers,
      cookie: set,
    }
  }

  async login(user: Pick<TestUser, 'email'>, secret = password): Promise<Answer> {
    const answer = await this.call('POST', '/auth/login/', { email: user.email, password: secret })
    if (answer.status === 200) {
      this.token = answer.body['token'] as string
      this.sessionId = answer.body['sessionId'] as string
    }
    return answer
  }

  async refresh(body: object = {}): Promise<Answer> {
    const answer = await this.call('POST', '/auth/refresh_token', body)
    if (answer.status === 200) this.token = answer.body['token'] as string
    return answer
  }
}

export interface AccessRig {
  readonly database: TestDatabase
  readonly a: TestTenant
  readonly b: TestTenant
  readonly access: AccessService
  readonly settings: SettingsService
  readonly globals: GlobalSettings
  readonly sockets: SocketRules
  /** Registers the receiver of presence changes; none before this is called. */
  presence(shown: Pick<Realtime, 'userChanged' | 'hasListeners'>): void
  readonly bus: ReturnType<typeof ephemeralBus>
  readonly listener: Listener
  readonly base: string
  /** Letters that would have been mailed. */
  readonly letters: Letter[]
  /** Whether the installation has a mail server; it has one at first. */
  setMail(isSet: boolean): void
  /** Resolves when what goes on after answers has ended. */
  settled(): Promise<void>
  /** Moves the clock that tokens and delays go by. */
  pass(seconds: number): void
  /** Lets that clock stand still during some work, however long a loaded machine takes for it. */
  standStill(work: () => Promise<void>): Promise<void>
  client(): Client
  signedIn(user: TestUser): Promise<Client>
  newTenant(label: string): Promise<TestTenant>
  close(): Promise<void>
}

/** @param options `hasProductCaptcha`: the slider costs what it costs in the product, which takes seconds to solve */
export async function accessRig({ hasProductCaptcha = false } = {}): Promise<AccessRig> {
  const database = await testDatabase()
  const passwordHash = await new Passwords().hash(password)
  const { a, b } = await twoTenants(database.owner, { passwordHash })
  let offset = 0
  let stopped: number | undefined
  const clock = { now: () => new Date((stopped ?? Date.now()) + offset) }
  const bus = ephemeralBus()
  const { db } = database
  const permissions = new Permissions()
  const files = mkdtempSync(join(dataRoot, 'recado-access-'))
  const passwords = new Passwords()
  const blobs = diskAlone(diskBlobs(files))
  const pictures = new Pictures(
    createMediaStore({ db, blobs, secret: database.secret, clock }),
    createFileRemoval({ db, blobs, holdersOf: async () => ({ held: new Set(), failed: [] }) }),
    createSquarePictures(),
  )
  const captcha = new Captcha({
    db,
    clock,
    secret: database.secret,
    iterations: hasProductCaptcha ? undefined : captchaIterations,
  })
  const background = new Background(quiet)
  const letters: Letter[] = []
  let mailIsSet = true
  const mailer = {
    page: (path: string) => `https://recado.test/#${path}`,
    send: async (_tx: unknown, _tenantId: string, letter: Letter) => void letters.push(letter),
    settings: async () => (mailIsSet ? ({} as SmtpSettings) : undefined),
  }
  const deps = { db, clock, passwords, mailer, background, log: quiet }
  const settings = new SettingsService({ db, bus })
  const globals = new GlobalSettings({ db, bus, secret: database.secret })
  let realtime: Pick<Realtime, 'userChanged' | 'hasListeners'> = {
    userChanged: () => undefined,
    hasListeners: () => false,
  }
  const presence = new UserPresence({ db, realtime: () => realtime })
  const access = new AccessService({
    db,
    bus,
    clock,
    secret: database.secret,
    passwords,
    permissions,
    pictures,
    settings,
    captcha,
    captchaMode: () => globals.get('captchaMode'),
    presenceChanged: (user) => void presence.tell(user),
    log: quiet,
  })
  const tenants = new TenantsService({ db, bus })
  const limits = new Limits({ clock, globals, tierOf: (tenantId) => tenants.tier(tenantId) })
  const licences = new LicencesService({ db, bus, clock, globals, secret: database.secret, publicUrl: undefined })
  const entry = new EntryRules({
    clock,
    tierOf: (tenantId) => tenants.tier(tenantId),
    noticeVersion: async () => (await globals.get('privacyNotice'))?.version ?? null,
  })
  const publishing: Pick<EventBus, 'publish' | 'publishChecked'> = {
    publish: (tx, { name }, event) => writeToOutbox(tx, { ...event, name }),
    publishChecked: writeToOutbox,
  }
  const people = {
    db,
    bus: { ...bus, ...publishing, poke: () => undefined },
    permissions,
    pictures,
    sessions: access.sessions,
    apiTokens: access.apiTokens,
    guesses: access.guesses,
    rightsChanged: () => undefined,
  }
  const inviting = { ...people, clock, passwords, limits, letters: new InvitationLetters({ clock, mailer }) }
  const http = createHttp({
    log: quiet,
    metrics: { request: () => undefined },
    authenticator: access,
    permits: (viewer, permission) => viewer.can(permission),
    rate: createRateLimiter({ ...defaultBudgets, auth: {} }),
    config: { publicUrl: undefined },
    beforeHandle: (route, caller) => entry.admit(route, caller),
  })
  http.setRoutes([
    ...accessRoutes({ access, cookie: new RefreshCookie(undefined) }),
    ...signingInRoutes({
      access,
      captcha,
      resets: new PasswordResets({ ...deps, access }),
      registration: new Registration({ ...deps, settings: globals }),
    }),
    ...sessionRoutes({ access, list: new SessionList({ db, access, permissions }) }),
    ...apiTokenRoutes(access.apiTokens),
    ...consentRoutes(new ConsentService({ db, globals, access })),
    ...presenceRoutes(presence),
    ...userRoutes({
      users: new UsersService(people),
      accounts: new AccountsService(inviting),
      invitations: new InvitationsService(inviting),
      acceptance: new InvitationAcceptance(inviting),
      pictures: new UserPictures(people),
      deletion: new UserDeletion({ ...people, feed: { show: async () => undefined } }),
      isConfirmed: (caller) => entry.isConfirmed(caller),
    }),
    ...roleRoutes({ roles: new RolesService(people) }),
    ...groupRoutes({ groups: new GroupsService(people) }),
    ...queueRoutes({
      queues: new QueuesService({ db, bus, limits }),
      overviews: new QueueOverviews({ db, limits }),
      members: new QueueMembers({ db, bus, permissions }),
    }),
    ...tagRoutes({ tags: new TagsService({ db }), overviews: new TagOverviews({ db }) }),
    ...settingsRoutes({ settings, version: '1.2.3' }),
    ...globalSettingsRoutes({
      globals,
      mailer: { check: async () => ({ ok: false, step: 'connect' }) },
      egress: {
        resolveFor: () => async () => {
          throw new Error('nothing may be reached')
        },
      },
      publicUrl: undefined,
      declared: () => [],
    }),
    ...tenantRoutes({ tenants, licences }),
    ...companiesRoutes(new CompaniesService({ db, bus, clock, limits, passwords, invite: () => undefined }), licences),
    ...planRoutes(new PlansService({ db, bus })),
  ])
  const listener = await listen(http, { host: '127.0.0.1', port: 0 })
  const base = `http://127.0.0.1:${listener.port}`
  return {
    database,
    a,
    b,
    access,
    settings,
    globals,
    sockets: new SocketRules({ access, entry, clock }),
    bus,
    listener,
    base,
    letters,
    setMail: (isSet) => {
      mailIsSet = isSet
    },
    settled: () => background.settled(),
    presence: (shown) => {
      realtime = shown
    },
    pass: (seconds) => {
      offset += seconds * 1_000
    },
    async standStill(work) {
      stopped = Date.now()
      await work().finally(() => {
        stopped = undefined
      })
    },
    client: () => new Client(base),
    async signedIn(user) {
      const client = new Client(base)
      const answer = await client.login(user)
      if (answer.status !== 200)
        throw new Error(`${user.email} could not sign in: ${answer.status} ${answer.body.error}`)
      return client
    },
    newTenant: (label) => createTenant(database.owner, label, { passwordHash }),
    async close() {
      await listener.close(0)
      access.close()
      settings.close()
      globals.close()
      tenants.close()
      await background.settled()
      await database.drop()
      rmSync(files, { recursive: true, force: true })
    },
  }
}
