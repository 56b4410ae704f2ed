import { ChannelError, type ChannelOperations, type ChannelSession, type ConnectionContext } from '@recado/sdk'
import * as z from 'zod'
import type { WuzapiConfig } from '../channel/config.ts'
import { describe } from '../channel/describe.ts'
import { gatewayOf, type Gateway, type GatewayCall } from '../gateway/client.ts'
import { takeBack } from '../gateway/setup.ts'
import { isGroup } from '../inbound/addresses.ts'
import { openFile } from '../media/download.ts'
import { planOf, unsupported } from '../outbound/plan.ts'
import { Recipients } from '../outbound/recipients.ts'
import { authorOf, send } from '../outbound/send.ts'
import { Watch } from './watch.ts'

const Done = z.unknown()
/** What the gateway takes for "no reaction". */
const noReaction = 'remove'

type Session = ChannelSession &
  Required<Pick<ChannelSession, 'edit' | 'remove' | 'react' | 'typing' | 'markRead' | 'describe'>> & {
    readonly operations: Pick<ChannelOperations, 'session.diagnose'>
  }

/** One session of a gateway, looked after until it is disposed of. */
export async function openSession(ctx: ConnectionContext<WuzapiConfig>): Promise<Session> {
  const stop = new AbortController()
  const undoubted = await gatewayOf(ctx)
  const watch = new Watch(ctx, undoubted, AbortSignal.any([ctx.signal, stop.signal]))
  const doubt = (error: unknown): never => {
    // It may be away, or have no session: how it stands is looked at now.
    if (ChannelError.is(error) && error.kind === 'network') watch.wake()
    throw error
  }
  const gateway: Gateway = {
    ...undoubted,
    call: <T>(call: GatewayCall<T>) => undoubted.call(call).catch(doubt),
    file: (call) => undoubted.file(call).catch(doubt),
  }
  const running = watch.run(await watch.begin())
  const recipients = new Recipients(gateway, ctx)
  const way = () => ({ ctx, gateway, self: watch.self })
  return {
    isOpen: () => watch.isOpen,
    operations: { 'session.diagnose': () => Promise.resolve({ facts: watch.diagnose() }) },
    async send(request, signal) {
      const chat = await recipients.addressOf(request.chat, signal)
      return send(way(), { ...request, chat }, signal)
    },
    async edit({ chat, id }, parts, signal) {
      const [step] = planOf(parts)
      if (step?.call !== 'text') throw unsupported('only texts can be changed')
      await gateway.call({
        path: '/chat/send/edit',
        json: { Phone: chat, Id: id, ...step.fields },
        result: Done,
        signal,
      })
    },
    async remove({ chat, id }, signal) {
      await gateway.call({ path: '/chat/delete', json: { Phone: chat, Id: id }, result: Done, signal })
    },
    async react({ chat, id, own }, emoji, signal) {
      const author = own || !isGroup(chat) ? undefined : await authorOf(way(), id, chat)
      await gateway.call({
        path: '/chat/react',
        json: {
          Phone: chat,
          Id: own ? `me:${id}` : id,
          Body: emoji ?? noReaction,
          ...(author !== undefined && { Participant: author }),
        },
        result: Done,
        signal,
      })
    },
    async markRead(chat, { id }, signal) {
      const author = await authorOf(way(), id, chat)
      await gateway.call({
        path: '/chat/markread',
        json: { Id: [id], Chat: chat, Sender: author ?? chat },
        result: Done,
        signal,
      })
    },
    async typing(chat, mode) {
      if (!watch.isOpen) return
      const json = {
        Phone: chat,
        State: mode === 'stop' ? 'paused' : 'composing',
        Media: mode === 'voice' ? 'audio' : '',
      }
      await gateway.call({ path: '/chat/presence', json, result: Done, signal: ctx.signal })
    },
    describe: (chat, signal) => describe(gateway, chat, signal),
    fetchMedia: (ref, signal) => openFile(gateway, ctx, ref, signal),
    // Linking again needs the phone: who merely disconnects keeps the number linked.
    logout: (signal, why) => takeBack(gateway, ctx, why !== 'disconnected', signal),
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}
