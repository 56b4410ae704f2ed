import {
  ChannelError,
  mint,
  type ChannelImplementation,
  type ConnectionContext,
  type ExternalMessageId,
  type Message,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import { askProvider } from '@recado/sdk/server'
import type { Work } from '../account.ts'
import { announce } from '../cable/happening.ts'
import { conversationOf, type Conversation } from '../conversations/conversation.ts'
import { keepMessage, messageByExternal } from '../messages/message-store.ts'
import { numberOf } from '../numbers/numbers.ts'
import { messageBody, tellMessage } from '../webhooks/tell.ts'
import { keepAttempt } from '../webhooks/webhook-store.ts'
import type { inboxChannel, InboxConfig } from './inbox-channel.ts'

type Context = ConnectionContext<InboxConfig>

/** The plugin at its work, to which this connection is the only one. */
const workOf = async (ctx: Context): Promise<Work> => ({
  ...(await ctx.plugin()),
  connections: { list: async () => [], get: async (id) => (id === ctx.connection ? ctx : undefined) },
})

const gone = (message: string): ChannelError =>
  new ChannelError({ kind: 'notFound', code: 'GONE', message, certain: true })

async function messageOf(work: Work, id: Message['id']): Promise<{ conversation: Conversation; message: Message }> {
  const message = await work.core.messages.get(id)
  const conversation = message && (await conversationOf(work, message.ticketId))
  if (!conversation) throw gone('the message is not there any more')
  return { conversation, message }
}

/**
 * Tells the program an answer, once: one that it may have got is not repeated by itself. Without an address the program
 * reads the API.
 */
async function send(ctx: Context, { message: id }: SendRequest, signal: AbortSignal): Promise<SendResult> {
  if (id === undefined) throw gone('a message without an id')
  const work = await workOf(ctx)
  const { conversation, message } = await messageOf(work, id)
  const number = await numberOf(work, 'message', message.id)
  await keepMessage(work, message, { externalId: String(number) })
  if (ctx.config.webhookUrl !== undefined) {
    if (message.parts.some(({ kind }) => kind === 'media') && !work.publicUrl)
      throw new ChannelError({
        kind: 'unsupported',
        code: 'NO_ADDRESS',
        message: 'the program fetches files from a public address, and this installation has none',
        certain: true,
      })
    const body = { ...(await messageBody(work, conversation, message)), event: 'message_created' }
    await post(ctx, work, ctx.config.webhookUrl, body, signal)
  }
  return { status: 'sent', ids: [mint<ExternalMessageId>(String(number))], at: new Date() }
}

async function post(ctx: Context, work: Work, url: string, body: object, signal: AbortSignal): Promise<void> {
  try {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body), signal }
    const answer = await askProvider(ctx, url, init, { provider: 'the program' })
    await answer.body?.cancel()
    await keepAttempt(work, ctx.connection, { status: answer.status, detail: '', hasFailed: false })
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error)
    await keepAttempt(work, ctx.connection, { status: null, detail, hasFailed: true })
    throw error
  }
}

/** An inbox of the type API. It is open as long as it is switched on: the program comes by itself. */
export const inboxImplementation: ChannelImplementation<typeof inboxChannel> = {
  check: async (ctx) => ({ ok: true, identity: ctx.name }),
  /** Contacts are known by a UUID, which has one form. */
  normalise: (value) => value.toLowerCase(),
  async open(ctx) {
    ctx.setState({ state: 'connected' })
    const changed = async (external: string, change: Pick<Partial<Message>, 'parts' | 'isDeleted'>): Promise<void> => {
      const work = await workOf(ctx)
      const id = await messageByExternal(work, external)
      if (id === undefined) throw gone('the message was never told')
      const { conversation, message } = await messageOf(work, mint(id))
      await tellMessage(
        work,
        'message_updated',
        conversation,
        { ...message, ...change },
        { key: `${id}/${Date.now()}`, change },
      )
    }
    return {
      send: (request, signal) => send(ctx, request, signal),
      edit: ({ id }, parts) => changed(id, { parts: [...parts] as Message['parts'] }),
      remove: ({ id }) => changed(id, { isDeleted: true }),
      async typing(chat, mode) {
        const work = await ctx.plugin()
        announce(work, { kind: 'answering', inbox: ctx.connection, contact: chat, isOn: mode !== 'stop' })
      },
      async [Symbol.asyncDispose]() {
        ctx.setState({ state: 'stopped' })
      },
    }
  },
}
