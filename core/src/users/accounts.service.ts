import {
  phoneDigits,
  Refusal,
  type ErrorFacts,
  type Role,
  type UserChange,
  type UserCreate,
  type UserId,
  type UserInvite,
  type Viewer,
} from '@recado/contracts'
import { and, eq, sql } from 'drizzle-orm'
import type { ApiTokens } from '../credentials/api-tokens.ts'
import type { GuessCounter } from '../credentials/guess-counter.ts'
import { noPassword, type Passwords } from '../credentials/passwords.ts'
import type { Permissions, Rights } from '../credentials/permissions.ts'
import type { Sessions } from '../credentials/sessions.ts'
import { userChangedTopic, type UserChangedNotice } from '../topics/access.ts'
import { audit } from '../audit/audit.ts'
import type { EventBus } from '../bus/bus.ts'
import type { Database, Tx } from '../db/database.ts'
import { foreignKeyViolation, sqlState, uniqueViolation, violatedConstraint } from '../db/sql-errors.ts'
import { newId } from '../base/ids.ts'
import { companyRole } from '../tables/role.table.ts'
import type { Limits } from '../tenants/limits.ts'
import { holdAccounts, requireOtherAdmin, rightsOf, type HeldAccount } from './account-locks.ts'
import { FailedAttempts } from '../credentials/failed-attempts.ts'
import type { InvitationLetters } from './invitations/invitation-letters.ts'
import { endInvitation, holdInvitation } from './invitations/open-invitation.ts'
import { isRaised, requireHeld, requireWithinReach } from './rights-ceiling.ts'
import { requireSettable } from './user-fields.ts'
import { userAccount, userQueue } from '../tables/user.table.ts'

export interface AccountsOptions {
  readonly db: Database
  readonly bus: Pick<EventBus, 'emit'>
  readonly sessions: Pick<Sessions, 'endIn' | 'announceEnd'>
  readonly apiTokens: Pick<ApiTokens, 'endIn' | 'announceEnd'>
  readonly guesses: GuessCounter
  readonly passwords: Passwords
  readonly permissions: Permissions
  readonly limits: Pick<Limits, 'beforeUser'>
  readonly letters: Pick<InvitationLetters, 'requireMail' | 'send'>
  /** Called after rights of a company's users changed: open clients redraw their menus. */
  readonly rightsChanged: (tenantId: string) => void
}

/** The caller, their session, and whether they confirmed their identity recently. */
export interface Editor {
  readonly viewer: Viewer
  readonly sessionId: string
  readonly isConfirmed: boolean
}

type Columns = Partial<typeof userAccount.$inferInsert>

/** Making and changing accounts: field by field what each may set, and nobody beyond what they hold themselves. */
export class AccountsService {
  readonly #options: AccountsOptions
  readonly #attempts = new FailedAttempts()
  constructor(options: AccountsOptions) {
    this.#options = options
  }

  /** POST /users. Answers the id of the new account. */
  async create(editor: Editor, wanted: UserCreate): Promise<UserId> {
    const { viewer } = editor
    requireSettable(wanted, editingOf(viewer, undefined))
    if (wanted.profile === 'admin' && wanted.isActive === false) throw new Refusal('ERR_ADMIN_DEACTIVATE')
    await this.#attempts.require(viewer.userId)
    const passwordHash = await this.#options.passwords.choose(wanted.password, [
      wanted.email,
      wanted.name,
      ...(await this.#knownOf(viewer)),
    ])
    return this.#make(editor, wanted, { passwordHash, action: 'users.create' })
  }

  /**
   * POST /users/invitations. The account is not active and has no password until the invitation is accepted. Answers
   * its id. @throws Refusal ERR_MAIL_UNSET, and what {@link create} throws
   */
  async invite(editor: Editor, wanted: UserInvite): Promise<UserId> {
    const { viewer } = editor
    requireSettable(wanted, editingOf(viewer, undefined))
    await this.#options.letters.requireMail()
    await this.#attempts.require(viewer.userId)
    const inactive = { ...wanted, isActive: false }
    return this.#make(editor, inactive, { passwordHash: noPassword, action: 'users.invite' }, (tx, userId) =>
      this.#options.letters.send(tx, { tenantId: viewer.tenantId, userId, by: viewer.userId }),
    )
  }

  /** Stores a new account, within the limit of the plan and what the editor may give. `then` is in its transaction. */
  async #make(
    { viewer, isConfirmed }: Editor,
    wanted: UserInvite & { isActive?: boolean | undefined; isMaster?: boolean | undefined },
    { passwordHash, action }: { passwordHash: string; action: 'users.create' | 'users.invite' },
    then?: (tx: Tx, id: UserId) => Promise<void>,
  ): Promise<UserId> {
    const { tenantId, userId } = viewer
    const id = newId<UserId>()
    await this.#write(viewer, async (tx) => {
      await this.#options.limits.beforeUser(tx, tenantId)
      const rights = await this.#rightsAfter(tx, tenantId, undefined, wanted)
      requireHeld(viewer, undefined, rights, this.#options.permissions)
      if (!isConfirmed && isRaised(plainAgent, rights, this.#options.permissions))
        throw new Refusal('ERR_CONFIRMATION_REQUIRED')
      await this.#requireFreePhone(tx, viewer, id, wanted.phoneNumber)
      await tx.insert(userAccount).values({
        ...columnsOf(wanted),
        id,
        tenantId,
        name: wanted.name,
        email: wanted.email,
        passwordHash,
        profile: rights.role,
        roleId: rights.roleId,
      })
      await setQueues(tx, tenantId, id, wanted.queueIds)
      await then?.(tx, id)
      await audit(tx, {
        tenantId,
        userId,
        action,
        subject: id,
        facts: { name: wanted.name, profile: rights.role, roleId: rights.roleId },
      })
    })
    return id
  }

  /** PUT /users/{id} and related routes: all given changes in one transaction, or none. */
  async change(editor: Editor, id: string, change: UserChange): Promise<void> {
    const { viewer, sessionId } = editor
    const { tenantId } = viewer
    const editing = editingOf(viewer, id)
    if (!editing.isSelf && !editing.manages) throw new Refusal('ERR_NO_PERMISSION')
    requireSettable(change, editing)
    await this.#attempts.require(viewer.userId)
    const passwordHash =
      change.password === undefined
        ? undefined
        : await this.#newPassword(editor, id, { ...change, password: change.password })
    const rights = changesRights(change)
    let ended: readonly string[] = []
    let tokens: readonly string[] = []
    await this.#write(viewer, async (tx) => {
      const held = await holdAccounts(tx, tenantId, [id], {
        admins: change.profile !== undefined || change.roleId !== undefined,
      })
      const account = held.get(id)
      if (!account) throw new Refusal('ERR_NO_USER_FOUND')
      if (!editing.isSelf) requireWithinReach(viewer, rightsOf(account), this.#options.permissions)
      const after = await this.#rightsAfter(tx, tenantId, account, change)
      if (rights) requireHeld(viewer, rightsOf(account), after, this.#options.permissions)
      // A deactivated account had no rights: reactivating it counts as creating it.
      const before = change.isActive && !account.active ? plainAgent : rightsOf(account)
      if (
        !editor.isConfirmed &&
        (changesAddress(account, change) || isRaised(before, after, this.#options.permissions))
      )
        throw new Refusal('ERR_CONFIRMATION_REQUIRED')
      requireAdmins(held, account, { profile: after.role, active: change.isActive ?? account.active })
      if (change.isActive && !account.active) {
        // Who is switched on by hand is no longer invited, and gives that place away for this one.
        await endInvitation(tx, { tenantId, userId: id }, 'withdrawn')
        await this.#options.limits.beforeUser(tx, tenantId, 'activate')
      }
      await this.#requireFreePhone(tx, viewer, id, change.phoneNumber)
      await tx
        .update(userAccount)
        .set({
          ...columnsOf(change),
          profile: after.role,
          roleId: after.roleId,
          ...(passwordHash && { passwordHash, passwordChangedAt: sql`now()` as never }),
          updatedAt: sql`now()` as never,
        })
        .where(and(eq(userAccount.tenantId, tenantId), eq(userAccount.id, id)))
      await setQueues(tx, tenantId, id, change.queueIds)
      const user = { tenantId, userId: id }
      // A link that went to another address is worth nothing: a new one goes to where the account is now.
      if (!account.active && !change.isActive && changesAddress(account, change) && (await holdInvitation(tx, user)))
        await this.#options.letters.send(tx, { ...user, by: viewer.userId })
      if (change.isActive === false)
        ended = await this.#options.sessions.endIn(tx, user, 'ERR_USER_INACTIVE', { by: viewer.userId })
      // Sessions opened with the old password end; a user who changed their own keeps this one.
      else if (passwordHash)
        ended = await this.#options.sessions.endIn(tx, user, 'ERR_SESSION_ENDED', {
          except: editing.isSelf ? sessionId : undefined,
          by: viewer.userId,
        })
      if (passwordHash) tokens = await this.#options.apiTokens.endIn(tx, user, viewer.userId)
      await audit(tx, {
        tenantId,
        userId: viewer.userId,
        action: 'users.update',
        subject: id,
        facts: factsOf(account, change, after),
      })
    })
    this.#options.sessions.announceEnd(ended, change.isActive === false ? 'ERR_USER_INACTIVE' : 'ERR_SESSION_ENDED')
    this.#options.apiTokens.announceEnd(tokens)
    this.#options.bus.emit(userChangedTopic, { tenantId, userId: id } satisfies UserChangedNotice)
    if (rights) this.#options.rightsChanged(tenantId)
  }

  /** Own: by the present password, or by having shown lately who one is. Somebody else's: only by the latter. */
  async #newPassword(
    { viewer, isConfirmed }: Editor,
    id: string,
    change: UserChange & { password: string },
  ): Promise<string> {
    const current = change.currentPassword
    const { db, passwords, guesses } = this.#options
    if (!isConfirmed) {
      if (id !== viewer.userId || current === undefined) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
      const [[stored]] = await db.read(viewer.tenantId, (query) => [
        query<{
          hash: string
        }>`select password_hash as hash from core.user_account where tenant_id = ${viewer.tenantId} and id = ${id}`,
      ])
      await guesses.prove(viewer, 'password', 'ERR_WRONG_PASSWORD', async () => {
        if (!(await passwords.verify(current, stored?.hash)).ok)
          throw new Refusal('ERR_WRONG_PASSWORD', at('currentPassword'))
      })
    }
    return passwords.choose(change.password, [change.email, change.name, ...(await this.#knownOf(viewer, id))])
  }

  /** Known facts about the owner of a password: the company, and for an existing account its address and name. */
  async #knownOf({ tenantId }: Viewer, id?: string): Promise<readonly string[]> {
    const [[row]] = await this.#options.db.read(tenantId, (query) => [
      query<{ known: string[] }>`
      select array_remove(array[t.name, u.email, u.name], null) as known
        from core.tenant t
        left join core.user_account u on u.tenant_id = t.id and u.id = ${id ?? null}::uuid
       where t.id = ${tenantId}`,
    ])
    return row?.known ?? []
  }

  /**
   * A number without its country would be taken, at signing in, for somebody's who has it with Brazil's. @throws
   * Refusal ERR_PHONE_REGISTERED
   */
  async #requireFreePhone(tx: Tx, viewer: Viewer, id: string, text: string | null | undefined): Promise<void> {
    const phone = text == null ? null : phoneOf(text)
    if (phone === null) return
    const [known] = await tx.execute<{ user_id: string }>(
      sql`select f.user_id from core.find_login(null, ${phone}) f where f.user_id <> ${id}`,
    )
    if (!known) return
    await this.#attempts.failed(viewer.userId)
    throw phoneTaken()
  }

  /** A role decides the profile; another profile leaves the role behind. */
  async #rightsAfter(
    tx: Tx,
    tenantId: string,
    account: HeldAccount | undefined,
    change: UserChange,
  ): Promise<Rights & { roleId: string | null }> {
    const roleId =
      change.roleId !== undefined
        ? change.roleId
        : change.profile !== undefined && change.profile !== account?.profile
          ? null
          : (account?.roleId ?? null)
    const rest = {
      granted: change.granted ?? account?.granted ?? [],
      denied: change.denied ?? account?.denied ?? [],
      isMaster: change.isMaster ?? account?.master ?? false,
    }
    const unknown = [...(change.granted ?? []), ...(change.denied ?? [])].find(
      (name) =>
        !this.#options.permissions.assignable().includes(name) &&
        !account?.granted.includes(name) &&
        !account?.denied.includes(name),
    )
    if (unknown !== undefined)
      throw new Refusal('ERR_VALIDATION', at(change.granted?.includes(unknown) ? 'granted' : 'denied', unknown))
    if (roleId === null)
      return { ...rest, role: change.profile ?? account?.profile ?? 'user', roleId: null, custom: null }
    const [role] = await tx
      .select({ profile: companyRole.profile, permissions: companyRole.permissions })
      .from(companyRole)
      .where(and(eq(companyRole.tenantId, tenantId), eq(companyRole.id, roleId)))
      .for('share')
    if (!role) throw new Refusal('ERR_NO_ROLE_FOUND')
    return { ...rest, role: role.profile, roleId, custom: role.permissions }
  }

  /**
   * Address and number are unique over the platform (reading 26): a taken one is refused in neutral words, and with a
   * limit on tries.
   */
  async #write(viewer: Viewer, work: (tx: Tx) => Promise<void>): Promise<void> {
    try {
      await this.#options.db.tenant(viewer.tenantId, work)
    } catch (error) {
      if (sqlState(error) === foreignKeyViolation) throw new Refusal('ERR_NO_QUEUE_FOUND')
      if (sqlState(error) !== uniqueViolation) throw error
      await this.#attempts.failed(viewer.userId)
      throw violatedConstraint(error) === 'user_phone_directory_pkey'
        ? phoneTaken()
        : new Refusal('ERR_EMAIL_REGISTERED', at('email'))
    }
  }
}

/** Rights that an editor without a recently confirmed identity may give to a new account. */
const plainAgent: Rights = { role: 'user' }
const at = (field: string, message = 'refused'): ErrorFacts => ({ issues: [{ path: `body.${field}`, message }] })
const phoneTaken = () => new Refusal('ERR_PHONE_REGISTERED', at('phoneNumber'))
const editingOf = (viewer: Viewer, id: string | undefined) => ({
  isSelf: id === viewer.userId,
  manages: viewer.can('users.manage'),
  assignsRights: viewer.can('roles.manage'),
  isMaster: viewer.can('platform.manage'),
})
const changesRights = (change: UserChange): boolean =>
  [change.profile, change.roleId, change.granted, change.denied, change.isMaster, change.queueIds].some(
    (field) => field !== undefined,
  )

/** A reader of an address's mail can set the password of its account. */
const changesAddress = (account: HeldAccount, { email }: UserChange): boolean =>
  email !== undefined && email.toLowerCase() !== account.email.toLowerCase()

/**
 * S5-025 and that somebody must be left who can let others in. @throws Refusal ERR_ADMIN_DEACTIVATE or ERR_LAST_ADMIN
 */
function requireAdmins(
  held: ReadonlyMap<string, HeldAccount>,
  account: HeldAccount,
  after: { profile: Role; active: boolean },
): void {
  if (after.profile === 'admin' && account.active && !after.active) throw new Refusal('ERR_ADMIN_DEACTIVATE')
  if (account.profile === 'admin' && account.active && after.profile !== 'admin') requireOtherAdmin(held, account.id)
}

/** Undefined leaves a column as it is. */
function columnsOf(change: UserChange): Columns {
  const { name, email, isActive, isMaster, wavoipAllowed, granted, denied, loginMode, loginHours, availability } =
    change
  return {
    name,
    email,
    phoneNumber: change.phoneNumber === undefined ? undefined : phoneOf(change.phoneNumber),
    isActive,
    isMaster,
    wavoipAllowed,
    granted,
    denied,
    loginMode,
    loginHours,
    availability,
  } as Columns
}

function phoneOf(text: string | null): string | null {
  if (text === null || text === '') return null
  const digits = phoneDigits(text)
  if (digits === undefined)
    throw new Refusal('ERR_VALIDATION', at('phoneNumber', 'A phone number has 8 to 15 digits, with the country code'))
  return digits
}

async function setQueues(
  tx: Tx,
  tenantId: string,
  userId: string,
  queueIds: readonly string[] | undefined,
): Promise<void> {
  if (queueIds === undefined) return
  await tx.delete(userQueue).where(and(eq(userQueue.tenantId, tenantId), eq(userQueue.userId, userId)))
  if (queueIds.length > 0)
    await tx.insert(userQueue).values([...new Set(queueIds)].map((queueId) => ({ tenantId, userId, queueId })))
}

/** Changed fields, and the change of the rights; never a password. */
function factsOf(
  account: HeldAccount,
  change: UserChange,
  after: Rights & { roleId: string | null },
): Record<string, unknown> {
  return {
    fields: Object.keys(change).filter((field) => field !== 'currentPassword'),
    ...(account.profile !== after.role && { profile: { from: account.profile, to: after.role } }),
    ...(account.roleId !== after.roleId && { roleId: { from: account.roleId, to: after.roleId } }),
    ...(change.granted && { granted: change.granted }),
    ...(change.denied && { denied: change.denied }),
  }
}
