import { Refusal, type ConnectionId, type PluginImplementation, type SessionContext } from '@recado/sdk'
import { askMeta } from '../api/as-refusal.ts'
import { metaApi } from '../api/client.ts'
import type { plugin } from '../plugin.ts'
import { templateProblems } from './rules.ts'
import { readTemplates, submitTemplate } from './store.ts'

type Routes = PluginImplementation<typeof plugin>['routes']
type Ctx = Pick<SessionContext, 'connections'>

/** Meta alone knows which templates a page has, and how they stand: nothing is kept. */
export const templateHandlers: Pick<Routes, 'templates' | 'templateConnections' | 'templateCreate'> = {
  async templates({ query: { connectionId, approved } }, ctx) {
    await requirePage(ctx, connectionId)
    return askMeta(ctx, connectionId, async (connection) => ({
      templates: await readTemplates(await metaApi(connection, 'facebook'), { approved }, ctx.signal),
    }))
  },
  async templateConnections(_request, ctx) {
    return (await pagesOf(ctx)).filter(({ isActive }) => isActive).map(({ id, name }) => ({ id, name }))
  },
  async templateCreate({ body }, ctx) {
    await requirePage(ctx, body.connectionId)
    const problems = templateProblems(body)
    if (problems.length > 0)
      throw new Refusal('ERR_VALIDATION', { issues: problems.map(({ path, rule }) => ({ path, message: rule })) })
    return askMeta(ctx, body.connectionId, async (connection) =>
      submitTemplate(await metaApi(connection, 'facebook'), body, ctx.signal),
    )
  },
}

/** The connections of the company to pages of Facebook. */
export const pagesOf = async ({ connections }: Ctx) =>
  (await connections.list()).filter(({ type }) => type === 'facebook')

/** @throws Refusal ERR_NO_WAPP_FOUND for what is no page of this company */
async function requirePage(ctx: Ctx, connectionId: ConnectionId): Promise<void> {
  if (!(await pagesOf(ctx)).some(({ id }) => id === connectionId)) throw new Refusal('ERR_NO_WAPP_FOUND')
}
