import type { PluginSocket, SocketCode, SocketContext } from '@recado/sdk'
import { accountOf } from '../account.ts'
import { announce } from './happening.ts'
import { actionIn, pingMs, wantedIn, type Command, type cable, type Told } from './protocol.ts'
import { join, part, type Member } from './room.ts'
import { contactAt, liveTokens, subjectOf } from './subject.ts'

/** A subscription with the room that it is in. */
interface Subscription {
  readonly member: Member
  present(): Promise<void>
}

/** Action Cable with the one channel of Chatwoot, for clients that know their `pubsub_token`. */
export const openCable: SocketCode<typeof cable> = (socket, ctx) => {
  const subscriptions = new Map<string, Subscription>()
  socket.send({ type: 'welcome' })
  socket.repeat(pingMs, () => ({ type: 'ping', message: Math.floor(Date.now() / 1_000) }))
  return {
    async receive({ command, identifier = '', data = '' }: Command) {
      const known = subscriptions.get(identifier)
      if (command === 'subscribe') {
        if (known) return socket.send({ type: 'confirm_subscription', identifier })
        const made = await subscribe(socket, ctx, identifier)
        if (!made) return socket.send({ type: 'reject_subscription', identifier })
        subscriptions.set(identifier, made)
        socket.send({ type: 'confirm_subscription', identifier })
        await made.present()
      } else if (command === 'unsubscribe' && known) {
        part(known.member)
        subscriptions.delete(identifier)
      } else if (command === 'message' && actionIn(data) === 'update_presence') await known?.present()
    },
  }
}

async function subscribe(
  socket: PluginSocket<Told>,
  ctx: SocketContext,
  identifier: string,
): Promise<Subscription | undefined> {
  const wanted = wantedIn(identifier)
  const guest = wanted && (await ctx.enter(wanted.pubsub_token))
  const subject = guest && subjectOf(guest.subject)
  if (!wanted || !subject) return undefined
  // An agent names the account, and says that it is one.
  const isAgent = wanted.user_id !== undefined && wanted.user_id !== null && wanted.user_id !== ''
  if (isAgent !== (subject.kind === 'program')) return undefined
  if (isAgent && String(wanted.account_id) !== String((await accountOf(guest.ctx)).id)) return undefined
  const contact = subject.kind === 'contact' ? await contactAt(guest.ctx, subject) : undefined
  if (subject.kind === 'contact' ? contact === undefined : !(await liveTokens(guest.ctx)).has(subject.token))
    return undefined
  const member: Member = {
    subject,
    ctx: guest.ctx,
    tell: (event, data) => socket.send({ identifier, message: { event, data } }),
    leave() {
      part(member)
      socket.send({ type: 'disconnect', reason: 'unauthorized', reconnect: false })
      socket.close('refused')
    },
  }
  const room = join(member)
  return {
    member,
    async present() {
      if (contact !== undefined) announce(guest.ctx, { kind: 'present', contact })
      await room.tellPresence(member)
    },
  }
}
