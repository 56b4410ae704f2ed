import { randomUUID } from 'node:crypto'
import { postLogin } from '../../core/src/access/captcha/solve.rig.ts'
import { Passwords } from '../../core/src/access/passwords.ts'
import { password, Person } from '../harness/app.ts'
import { farSide, signingSecret, type FarSide } from '../conversation/far-side.ts'
import { createTenant, type TestTenant } from '../harness/tenants.ts'
import { faultCluster, type FaultCluster } from './cluster.ts'
import type { HookAddress } from './load.ts'
import { FaultNode } from './node.ts'

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** `npm run test:faults` tries every fault so often; the suite tries the shorter ones once. */
const asked = process.env['RECADO_FAULT_ROUNDS']
export const isLong = asked !== undefined
export const rounds = Number(asked ?? 1)

/** Two nodes on one database, a company with a connection of the fixture channel, and its provider's address. */
export interface FaultScene {
  readonly cluster: FaultCluster
  readonly nodes: readonly FaultNode[]
  readonly tenant: TestTenant
  readonly hook: HookAddress
  /** The provider, as sends reach it. */
  readonly far: FarSide
  signIn(user: 'admin' | 'supervisor' | 'user', base: string): Promise<Person>
  /** External ids of the messages that are stored. */
  stored(): Promise<string[]>
  stop(): Promise<void>
}

export async function faultScene(natsUrl?: string): Promise<FaultScene> {
  const cluster = await faultCluster()
  const tenant = await createTenant(cluster.owner, 'Aurora', { passwordHash: await new Passwords().hash(password) })
  const options = { databaseUrl: cluster.url, secret: cluster.secret, natsUrl }
  const nodes = [await FaultNode.start(options), await FaultNode.start(options)]
  const signIn: FaultScene['signIn'] = async (user, base) =>
    new Person(base, await (await postLogin(base, { email: tenant[user].email, password })).json() as never)
  const admin = await signIn('admin', nodes[0]!.base)
  await admin.ok('PUT', '/api/plugins/hook', { enabled: true })
  const far = await farSide()
  const config = { target: far.url, signingSecret }
  const { id } = await admin.ok<{ id: string }>('POST', '/whatsapp', { name: `Hook ${randomUUID()}`, type: 'hook', config })
  const [row] = await cluster.owner<{ hook_secret: string }[]>`select hook_secret from core.connection where id = ${id}`
  return {
    cluster, nodes, tenant, far, signIn,
    hook: { connectionId: id, path: `/hooks/hook/${id}/${row!.hook_secret}` },
    async stored() {
      const rows = await cluster.owner<{ id: string }[]>`select external_id as id from core.message where connection_id = ${id}`
      return rows.map((message) => message.id)
    },
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()))
      await far.close()
      await cluster.stop()
    },
  }
}
