import { randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { newId } from '../../core/src/base/ids.ts'
import { password, Person, testApp, type TestApp, type TestAppOptions } from '../harness/app.ts'
import { createTenant, type TestTenant, type TestUser } from '../harness/tenants.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { programScope, type Actor } from './rights.ts'
import { stockUp, type Stock } from './stock.ts'
import { tablesOfCompanies, type CompanyTable } from './tables.ts'

/** In what the other company wrote, and nowhere else: whoever reads it has looked over the wall. */
export const canary = `kanarie${randomBytes(6).toString('hex')}`
const ownWord = 'nosso'

/**
 * A whole node with every plugin of the house and two companies that have one of everything. `a` is who asks; `b` is
 * the one that must not be noticed. A third company resells and looks after neither.
 */
export interface Walls {
  readonly world: TestApp
  readonly reseller: TestTenant
  /** Rows of `a` that belong to its user, of `a` that belong to a colleague of another queue, and of `b`. */
  readonly own: Stock
  readonly hidden: Stock
  readonly foreign: Stock
  /** People of `b`, signed in before their names were made unspeakable. */
  readonly neighbours: { readonly admin: Person; readonly user: Person }
  userOf(actor: Actor): TestUser | undefined
  /** People of `a` who only listen: an administrator, and the colleague whose rows are hidden from the user. */
  readonly watchers: readonly Person[]
  /** Signed in; undefined for nobody. */
  person(actor: Actor): Promise<Person | undefined>
  /** Signs the actor in again the next time, after a call that ended the session or changed the account. */
  forget(actor: Actor): Promise<void>
  /** New rows of `a`, for calls that use theirs up. */
  restock(): Promise<Stock>
  /** A sum over every row of the other company, by table. */
  sumOfOther(): Promise<Readonly<Record<string, string>>>
  /** A sum over every row of the asking company, by table. */
  sumOfOwn(): Promise<Readonly<Record<string, string>>>
  readonly tables: readonly CompanyTable[]
  close(): Promise<void>
}

export async function buildWalls(options: TestAppOptions = {}): Promise<Walls> {
  const world = await testApp({ channel: 'webchat', ...options })
  const { owner } = world.database
  const passwordHash = await new Passwords().hash(password)
  const reseller = await createTenant(owner, 'Revenda', { passwordHash })
  await owner`update core.tenant set is_reseller = true where id = ${reseller.id}`
  const [bare, master, watcher] = (await Promise.all(
    ['Bento', 'Marta', 'Olga'].map((first) => extraUser(world, first, passwordHash)),
  )) as [TestUser, TestUser, TestUser]
  const role = newId()
  await owner`
    insert into core.role ${owner({ id: role, tenant_id: world.a.id, name: 'Nada', profile: 'user', permissions: [] })}`
  await owner`update core.user_account set role_id = ${role} where id = ${bare.id}`
  await owner`update core.user_account set profile = 'admin', is_master = true where id = ${master.id}`
  await owner`update core.user_account set profile = 'admin' where id = ${watcher.id}`

  const stockOf = (tenant: TestTenant, user: TestUser, queue: string, word: string) =>
    stockUp(owner, { tenant, user, queue, word })
  // There is no end to stocks, and there is one to a company's connections and to a user's views: those of the last one
  // go.
  let last: Stock | undefined
  const restock = async () => {
    if (last)
      await owner`
        update core.connection set deleted_at = now()
         where id in ${owner([last.connection, last.spareConnection, last.waba, last.wabaTarget])}`
    if (last) await owner`delete from core.ticket_view where id in ${owner([last.ticketView, last.deletedView])}`
    if (last) await owner`delete from core.webhook_endpoint where id in ${owner([last.webhook, last.looseWebhook])}`
    last = await stockOf(world.a, world.a.user, world.a.sales, ownWord)
    return last
  }
  const [own, hidden, foreign] = [
    await stockOf(world.a, world.a.user, world.a.sales, ownWord),
    await stockOf(world.a, world.a.colleague, world.a.support, ownWord),
    await stockOf(world.b, world.b.user, world.b.sales, canary),
  ]
  const boss = await world.signIn(world.a.admin)
  const { secret } = await boss.ok<{ secret: string }>('POST', '/api-tokens', {
    name: 'Programa',
    scopes: [programScope],
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  })
  const program = new Program(world.base, { ...boss.login, token: secret })
  const neighbours = { admin: await world.signIn(world.b.admin), user: await world.signIn(world.b.user) }
  for (const [tenant, admin] of [
    [world.a, boss],
    [world.b, neighbours.admin],
  ] as const)
    await admin.ok('POST', '/whatsapp', {
      name: `Segredo ${tenant.name}`,
      type: 'webchat',
      config: { identitySecret: `${canary}${canary}` },
    })
  // Off until a company switches it on; what is off answers nothing else.
  for (const plugin of ['gifs', 'typebot', 'ai', 'mcp', 'chatwoot-api'])
    for (const admin of [boss, neighbours.admin]) await admin.ok('PUT', `/api/plugins/${plugin}`, { enabled: true })
  await (await world.signIn(master)).ok('POST', `/tenants/${world.b.id}/licence`, { tier: 'premium', enter: true })
  const tables = await tablesOfCompanies(owner)
  await world.app.openConnections()
  await writeCanary(world, tables)

  const users: Record<Exclude<Actor, 'nobody' | 'program'>, TestUser> = {
    bare,
    user: world.a.user,
    super: world.a.supervisor,
    admin: world.a.admin,
    master,
    reseller: reseller.admin,
  }
  const signedIn = new Map<Actor, { person: Person; at: number }>()
  const sumOf = async (tenantId: string): Promise<Readonly<Record<string, string>>> => {
    const sums = await owner.unsafe<{ name: string; sum: string }[]>(
      tables
        .filter(({ moves }) => !moves)
        .map(
          ({ name, column }) => `
            select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(x.sum, '' order by x.sum), '')) as sum
              from ${name} t
              cross join lateral (select md5((to_jsonb(t) - array[${bookkeeping}])::text) as sum) x
             where ${column} = '${tenantId}'`,
        )
        .join(' union all '),
    )
    return Object.fromEntries(sums.map(({ name, sum }) => [name, sum]))
  }
  await world.app.sweepFacts()
  return {
    world,
    reseller,
    neighbours,
    watchers: [await world.signIn(watcher), await world.signIn(world.a.colleague)],
    own,
    hidden,
    foreign,
    tables,
    restock,
    userOf: (actor) => (actor === 'nobody' ? undefined : actor === 'program' ? world.a.admin : users[actor]),
    async person(actor) {
      if (actor === 'nobody') return undefined
      if (actor === 'program') return program
      const known = signedIn.get(actor)
      if (known && Date.now() - known.at < confirmedForMs) return known.person
      // Whatever calls have done to the account: it can be signed in to by its password.
      await owner`
        update core.user_account set is_active = true, deleted_at = null, password_hash = ${passwordHash}
         where id = ${users[actor].id}`
      await owner`update core.passkey set is_active = false where user_id = ${users[actor].id}`
      const person = await world.signIn(users[actor])
      signedIn.set(actor, { person, at: Date.now() })
      return person
    },
    async forget(actor) {
      if (actor !== 'nobody' && actor !== 'program') signedIn.delete(actor)
    },
    sumOfOther: () => sumOf(world.b.id),
    sumOfOwn: () => sumOf(world.a.id),
    close: () => world.close(),
  }
}

/** Calls with a token of its own and without any session. */
class Program extends Person {
  override get credentials(): Record<string, string> {
    return { authorization: `Bearer ${this.login.token}` }
  }
}

async function extraUser({ a, database: { owner } }: TestApp, first: string, password_hash: string): Promise<TestUser> {
  const user = {
    id: newId<TestUser['id']>(),
    name: `${first} Aurora`,
    email: `${first.toLowerCase()}.${randomBytes(4).toString('hex')}@aurora.test`,
  }
  await owner`insert into core.user_account ${owner({ ...user, tenant_id: a.id, profile: 'user', password_hash })}`
  return user
}

/** Well within the time that a sign-in confirms who somebody is. */
const confirmedForMs = 3 * 60_000

/** How a node holds what it works for; it comes and goes by itself. */
const bookkeeping = "'leased_by', 'lease_until', 'fence'"

/** What machines read: changed, it would no longer be a company that works. */
const machineText =
  /^(way|target|id|tenant_id|plugin|type|status|state|kind|key|profile|tier|locale|time_zone|login_mode|route|owner|scope|kek_id|mime|media_mime|act|channel|consumer|leased_by|password_hash|token_hash|hook_secret|end_reason|send_type|send_by|language|category|quality|parameter_format|header_format|waba_id|subject_kind|config|cursor|color|authenticator_type|credential_id|rp_id|existing|match|repetition|cause|outcome|last_key|provider|trigger_type|trigger_operator|step|audience|notify|pair|emoji|every|format|currency)$/

/** Writes the canary into every text of the other company that people read. */
async function writeCanary({ b, database: { owner } }: TestApp, tables: readonly CompanyTable[]): Promise<void> {
  for (const { name, column, texts } of tables) {
    // An event's name is a word for machines too.
    const columns = texts.filter((text) => !machineText.test(text) && !(text === 'name' && name.startsWith('bus.')))
    if (columns.length === 0) continue
    const marked = columns.map(
      (text) => `
             "${text}" = case when position('${canary}' in "${text}") = 0 then "${text}" || '${canary}'
                              else "${text}" end`,
    )
    await owner.unsafe(`update ${name} set ${marked.join(', ')} where ${column} = '${b.id}'`)
  }
}

/** Fails when something of the other company stands in an answer. */
export function expectClean(what: string, text: string): void {
  if (text.includes(canary))
    expect.fail(
      `${what} tells of the other company: ` +
        `…${text.slice(Math.max(0, text.indexOf(canary) - 200), text.indexOf(canary) + 60)}…`,
    )
}
