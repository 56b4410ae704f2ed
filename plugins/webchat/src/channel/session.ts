import { mint, type ChannelImplementation, type ExternalMessageId } from '@recado/sdk'
import type { webchat } from './capabilities.ts'
import { agentReadKey, poke } from './poke.ts'

/** Time for which "read by the agent" is stored, in milliseconds. */
const agentReadTtlMs = 180 * 24 * 3_600_000

/**
 * Channel without a provider: core's own store is the conversation, and sending notifies the open widgets to read on. A
 * visitor who is away reads on when they come back.
 */
export const webchatChannel: ChannelImplementation<typeof webchat> = {
  check: async (ctx) => ({ ok: true, identity: ctx.name }),
  /** Visitors are known by a UUID, which has one form. */
  normalise: (value) => value.toLowerCase(),
  async open(ctx) {
    ctx.setState({ state: 'connected' })
    return {
      async send({ key, chat }) {
        const id = mint<ExternalMessageId>(key)
        poke(ctx.topics, chat, { kind: 'message', id })
        return { status: 'sent', ids: [id], at: new Date() }
      },
      async edit(target, parts) {
        poke(ctx.topics, target.chat, { kind: 'edited', id: target.id, parts: [...parts] })
      },
      async remove(target) {
        poke(ctx.topics, target.chat, { kind: 'removed', id: target.id })
      },
      async markRead(chat, upTo) {
        const at = upTo.sentAt.toISOString()
        await ctx.state.set(agentReadKey(chat), at, { ttlMs: agentReadTtlMs })
        poke(ctx.topics, chat, { kind: 'read', at })
      },
      async typing(chat, mode) {
        poke(ctx.topics, chat, { kind: 'typing', mode })
      },
      async [Symbol.asyncDispose]() {
        ctx.setState({ state: 'stopped' })
      },
    }
  },
}
