import { defineRoute, DemoState, Refusal, type Viewer } from '@recado/contracts'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { Database } from '../db/database.ts'
import type { DemoProgram } from './demo-program.ts'

const access = { kind: 'session', permission: 'platform.manage' } as const

const Read = defineRoute({
  method: 'GET',
  path: '/demo',
  summary: 'Whether a demo company can be tried beside the product, and what it does',
  access,
  rate: 'read',
  response: DemoState,
})
const Start = defineRoute({
  method: 'POST',
  path: '/demo',
  summary: 'Start the demo of an installation that has not been set up; one that runs stays',
  access,
  rate: 'write',
  response: DemoState,
  errors: ['ERR_DEMO_NOT_OFFERED'],
})
const End = defineRoute({
  method: 'DELETE',
  path: '/demo',
  summary: 'End the demo and take everything of it away',
  access,
  rate: 'write',
  response: DemoState,
})

/** The demo beside the product, for masters of an installation that has not been set up (decision 232). */
export function demoRoutes({ demo, db }: { demo: DemoProgram; db: Database }): readonly BoundRoute[] {
  const isOffered = async ({ tenantId }: Viewer): Promise<boolean> =>
    demo.exists && (demo.isRunning || !(await isSetUp(db, tenantId)))
  const state = async (viewer: Viewer) => demo.state(await isOffered(viewer))
  return [
    bindRoute(Read, (_, caller) => state(viewerOf(caller))),
    bindRoute(Start, async (_, caller) => {
      const viewer = viewerOf(caller)
      if (!(await isOffered(viewer))) throw new Refusal('ERR_DEMO_NOT_OFFERED')
      await demo.start()
      return demo.state(true)
    }),
    bindRoute(End, async (_, caller) => {
      demo.end()
      return state(viewerOf(caller))
    }),
  ]
}

/** Whether anybody has begun to use the installation: another company, a colleague, or a channel of their own. */
async function isSetUp(db: Database, tenantId: string): Promise<boolean> {
  const [[count], own] = await db.read(tenantId, (query) => [
    query<{ companies: number; users: number }>`
      select companies::integer as companies, users::integer as users from core.count_installation()`,
    query`
      select from core.connection
       where tenant_id = ${tenantId} and deleted_at is null and not is_default limit 1`,
  ])
  return count!.companies > 1 || count!.users > 1 || own.length > 0
}
