import type { PluginContext, ServiceCode, ShapeOf } from '@recado/sdk'
import type { Definition } from '../plugin.ts'
import { continueChat, outcomeOf, startChat, type ChatServer } from './client.ts'

type Context = PluginContext<ShapeOf<Definition>>

/** The company's Typebot, or that of the installation. */
function serverOf({ settings, platformSettings, fetch, signal }: Context): ChatServer | undefined {
  const url = settings.url ?? platformSettings.typebotUrl
  return url === null ? undefined : { url, apiVersion: settings.apiVersion, fetch, signal }
}
function requireServer(ctx: Context): ChatServer {
  const server = serverOf(ctx)
  if (!server) throw new Error('no address of Typebot is stored')
  return server
}

/** The service `bot`. A bot's reference is its public id, the end of its address. */
export const service: ServiceCode<'bot', Context> = {
  start: ({ bot, message, variables }, ctx) => startChat(requireServer(ctx), bot, message, variables),
  proceed: async ({ session, message }, ctx) => ({
    answer: await continueChat(requireServer(ctx), session, message),
  }),
  async test({ bot }, ctx) {
    const server = serverOf(ctx)
    if (!server) return { outcome: 'unset', says: 0 }
    try {
      return { outcome: 'started', says: (await startChat(server, bot, null, {})).says.length }
    } catch (error) {
      return { outcome: outcomeOf(error), says: 0 }
    }
  },
}
