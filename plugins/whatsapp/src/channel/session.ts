import {
  ChannelError,
  type ChannelOperations,
  type ChannelSession,
  type ConnectionContext,
  type ExternalChatId,
  type Target,
} from '@recado/sdk'
import type { WASocket } from 'baileys'
import { groupOperations } from '../groups/operations.ts'
import { pastContacts, pastMessages } from '../history/import.ts'
import { keyOf } from '../inbound/message-id.ts'
import { isUpdate } from '../inbound/updates.ts'
import { Link } from '../link/link.ts'
import { openFile } from '../media/download.ts'
import { isPictureRef, openPicture } from '../media/picture.ts'
import { readRef } from '../media/reference.ts'
import { failureOf, send } from '../outbound/send.ts'
import { planOf } from '../outbound/plan.ts'
import type { WhatsappConfig } from './config.ts'
import { describe } from './describe.ts'
import { standInOrigin } from './stand-in.ts'

/** A message that goes out while the line is being made again waits this long for it. */
const opensWithinMs = 8_000

/** A number as a linked device: one line to WhatsApp that is made again whenever it ends. */
export async function openSession(ctx: ConnectionContext<WhatsappConfig>): Promise<
  ChannelSession &
    Required<
      Pick<
        ChannelSession,
        'edit' | 'remove' | 'react' | 'typing' | 'markRead' | 'describe' | 'backfill' | 'listContacts'
      >
    > & {
      readonly operations: ReturnType<typeof groupOperations> &
        Pick<ChannelOperations, 'history.older' | 'session.diagnose'>
    }
> {
  const stop = new AbortController()
  const link = await Link.open(ctx, AbortSignal.any([ctx.signal, stop.signal]))
  const running = link.run()
  const standIn = standInOrigin(ctx.config)
  const past = {
    ctx,
    notices: link.history,
    polls: link.polls,
    learn: (...told: Parameters<typeof link.learn>) => link.learn(...told),
  }
  const whileOpen = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, ctx.signal, stop.signal])
  const onLine = async <T>(act: (socket: WASocket) => Promise<T>, signal: AbortSignal): Promise<T> => {
    const socket = await link.socket(AbortSignal.any([signal, AbortSignal.timeout(opensWithinMs)]))
    try {
      return await act(socket)
    } catch (error) {
      throw failureOf(error, true)
    }
  }
  return {
    isOpen: () => link.open !== undefined,
    send: (request, signal) =>
      onLine(async (socket) => {
        const chat = await link.recipients.addressOf(request.chat, socket)
        const disappearsAfter = await link.timers.of(request.chat)
        return send(
          { ctx, socket, standIn, polls: link.polls, disappearsAfter, facts: () => link.facts() },
          { ...request, chat },
          signal,
        )
      }, signal),
    edit: (target, parts, signal) =>
      onLine(async (socket) => {
        const [first] = planOf(parts)
        const text = first?.file ? undefined : first?.content(undefined).extendedTextMessage?.text
        if (!text)
          throw new ChannelError({
            kind: 'unsupported',
            code: 'UNSUPPORTED',
            message: 'only texts can be changed',
            certain: true,
          })
        await socket.sendMessage(target.chat, { text, edit: keyOf(target.id, target.chat) })
      }, signal),
    remove: (target, signal) =>
      onLine(
        async (socket) => void (await socket.sendMessage(target.chat, { delete: keyOf(target.id, target.chat) })),
        signal,
      ),
    react: (target, emoji, signal) =>
      onLine(
        async (socket) =>
          void (await socket.sendMessage(target.chat, {
            react: { text: emoji ?? '', key: keyOf(target.id, target.chat) },
          })),
        signal,
      ),
    async markRead(chat: ExternalChatId, upTo: Target, signal) {
      // Who publishes is not told that the company looked.
      if (!isUpdate(chat)) await onLine((socket) => socket.readMessages([keyOf(upTo.id, chat)]), signal)
    },
    async typing(chat, mode) {
      const state = mode === 'stop' ? 'paused' : mode === 'voice' ? 'recording' : 'composing'
      await link.open?.sendPresenceUpdate(state, chat)
    },
    backfill: (query, signal) => pastMessages(past, query, whileOpen(signal)),
    listContacts: (query, signal) => pastContacts(past, query, whileOpen(signal)),
    operations: {
      ...groupOperations({ ctx, facts: () => link.facts(), onLine }),
      'history.older': (asked, signal) =>
        onLine((socket) => link.older.ask(past, socket, asked, whileOpen(signal)), signal),
      'session.diagnose': () => Promise.resolve({ facts: link.diagnose() }),
    },
    describe: (chat, signal) => onLine((socket) => describe(socket, chat), signal),
    async fetchMedia(ref, signal) {
      if (isPictureRef(ref)) return openPicture(ref, ctx, signal)
      const reference = readRef(ref)
      if (!reference)
        throw new ChannelError({
          kind: 'notFound',
          code: 'REFERENCE',
          message: 'the file cannot be fetched',
          certain: true,
        })
      return openFile(reference, { fetch: ctx.fetchFile, standIn }, signal)
    },
    async logout(signal, why) {
      // Linking again needs the phone, and perhaps a passkey: who merely disconnects keeps the login.
      if (why !== 'disconnected') await link.logout(signal)
    },
    async [Symbol.asyncDispose]() {
      stop.abort()
      await running
    },
  }
}
