import { randomUUID } from 'node:crypto'
import type { LoginResult, TicketPage } from '@recado/contracts'
import { AccessTokens } from '../../core/src/access/access-token.ts'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { systemClock } from '../../core/src/base/clock.ts'
import { signingSecret } from '../conversation/far-side.ts'
import { eventually, password, Person } from '../harness/app.ts'
import { createTenant, type TestTenant } from '../harness/tenants.ts'
import type { BusServer } from './bus-server.ts'
import { faultCluster, type FaultCluster } from './cluster.ts'
import { FaultNode, type Weakening } from './node.ts'
import { Provider } from './provider.ts'
import { Testimonies } from './testimonies.ts'
import { deliver } from './webhooks.ts'

/** So many that each node has some, however they are shared out. */
const connections = 6

/** A connection of the fixture channel, as its provider reaches it through any of the nodes. */
export interface HookAddress {
  readonly connectionId: string
  readonly path: string
}

/** Two conversations of one connection, open with the administrator: ids of their tickets. */
export interface Conversations {
  readonly writing: string
  /** For what the provider holds: what is written behind it would have to wait. */
  readonly waiting: string
}

/** Two nodes on one database and one NATS, a company with connections of the fixture channel, and their provider. */
export interface FaultScene {
  readonly cluster: FaultCluster
  readonly bus: BusServer
  readonly nodes: readonly FaultNode[]
  readonly tenant: TestTenant
  readonly hooks: readonly HookAddress[]
  readonly conversations: readonly Conversations[]
  readonly provider: Provider
  readonly testimonies: Testimonies
  /** A signed-in user, at this node. */
  person(user: 'admin' | 'supervisor', base: string): Promise<Person>
  /** Kills the nodes, if any, and starts others: weakened ones, or sound ones. */
  startNodes(weakening?: Weakening): Promise<void>
  stop(): Promise<void>
}

/** @param bus stays the caller's to stop */
export async function faultScene(bus: BusServer): Promise<FaultScene> {
  const [cluster, provider, testimonies] = await Promise.all([faultCluster(), Provider.start(), Testimonies.start()])
  const tenant = await createTenant(cluster.owner, 'Aurora', { passwordHash: await new Passwords().hash(password) })
  const tokens = new AccessTokens(cluster.secret, systemClock)
  const logins = new Map<string, LoginResult>()
  const hooks: HookAddress[] = []
  const conversations: Conversations[] = []
  let nodes: readonly FaultNode[] = []
  const scene: FaultScene = {
    cluster,
    bus,
    tenant,
    hooks,
    conversations,
    provider,
    testimonies,
    get nodes() {
      return nodes
    },
    async startNodes(weakening) {
      await Promise.all(nodes.map((node) => node.stop()))
      const options = { databaseUrl: cluster.url, secret: cluster.secret, natsUrl: bus.url, weakening }
      nodes = await Promise.all([FaultNode.start(options), FaultNode.start(options)])
    },
    async person(user, base) {
      const login = logins.get(user) ?? (await signIn(base, tenant[user].email))
      logins.set(user, login)
      // A run takes longer than a token is good for, and would sign in more often than a person may.
      const claims = { userId: tenant[user].id, tenantId: tenant.id, sessionId: login.sessionId }
      return new Person(base, { ...login, token: await tokens.sign(claims) })
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
      await Promise.all([provider.close(), testimonies.close()])
      await cluster.stop()
    },
  }
  try {
    await scene.startNodes()
    const { base } = nodes[0]!
    const admin = await scene.person('admin', base)
    await scene.person('supervisor', base)
    await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
    await admin.ok('PUT', '/api/plugins/witness', { enabled: true, settings: { target: testimonies.url } })
    for (let place = 0; place < connections; place++) {
      const hook = await connect(cluster, admin, provider.target(place))
      hooks.push(hook)
      conversations.push({ writing: await opened(admin, base, hook), waiting: await opened(admin, base, hook) })
    }
    return scene
  } catch (error) {
    await scene.stop()
    throw error
  }
}

const signIn = async (base: string, email: string): Promise<LoginResult> =>
  (await (await postLogin(base, { email, password })).json()) as LoginResult

async function connect(cluster: FaultCluster, admin: Person, target: string): Promise<HookAddress> {
  const config = { target, signingSecret }
  const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', {
    name: `Hook ${randomUUID()}`,
    type: 'hook',
    config,
  })
  const [row] = await cluster.owner<{ hook_secret: string }[]>`select hook_secret from core.connection where id = ${id}`
  return { connectionId: id, path: `/hooks/hook/${id}/${row!.hook_secret}` }
}

/** A conversation that a customer has begun and the administrator has opened. */
async function opened(admin: Person, base: string, hook: HookAddress): Promise<string> {
  const chat = randomUUID()
  await eventually(() => deliver(base, hook, chat, `Olá ${chat}`))
  const { tickets } = await admin.ok<TicketPage>('GET', '/tickets/?status[]=pending&limit=200')
  const { id } = tickets.find(({ name }) => name === chat)!
  await admin.ok('PUT', `/tickets/${id}`, { status: 'open' })
  return id
}
