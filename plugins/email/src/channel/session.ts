import type { ChannelImplementation } from '@recado/sdk'
import { Account } from '../account/credentials.ts'
import type { Desk } from '../mailbox/arrival.ts'
import { openFile } from '../mailbox/files.ts'
import { pastOf } from '../mailbox/past.ts'
import { peopleOf } from '../mailbox/people.ts'
import { Watch } from '../mailbox/watch.ts'
import { keepCopy } from '../outbound/copy.ts'
import { ownAddresses } from '../outbound/identity.ts'
import { send } from '../outbound/send.ts'
import { Turns } from '../outbound/turns.ts'
import { Memory } from '../thread/memory.ts'
import type { email } from './capabilities.ts'

/** Servers count connections; core tries other mails again as soon as these are gone. */
const sendsAtOnce = 2
const longestWaitMs = 8_000

/** A mailbox: one IMAP session that waits for mails, and an SMTP session for every mail. */
export const openMailbox: ChannelImplementation<typeof email>['open'] = async (ctx) => {
  const stop = new AbortController()
  const signal = AbortSignal.any([ctx.signal, stop.signal])
  const account = new Account(ctx)
  const desk: Desk = { ctx, memory: new Memory(ctx), own: ownAddresses(ctx.config) }
  const watch = new Watch(account, desk, signal)
  await watch.open()
  const listening = watch.run()
  const [identity = ctx.config.user] = desk.own
  ctx.setState({ state: 'connected', identity })
  const turns = new Turns(sendsAtOnce, longestWaitMs)
  let copying: Promise<void> = Promise.resolve()
  const copy = (mail: Buffer): void => {
    copying = copying
      .then(() => keepCopy(watch.client, ctx.config.imapHost, mail))
      .catch((error: unknown) =>
        ctx.log.info({ err: error, connection: ctx.connection }, 'no copy of a sent mail could be kept in the mailbox'),
      )
  }
  return {
    send: (request, sending) => turns.run(() => send(account, desk, request, copy, sending)),
    fetchMedia: (ref, fetching) => openFile(watch.client, ctx.config.folder, ref, fetching),
    backfill: (query, reading) => pastOf(desk, () => watch.client, query, AbortSignal.any([reading, signal])),
    listContacts: (query, reading) => peopleOf(desk, () => watch.client, query, AbortSignal.any([reading, signal])),
    async [Symbol.asyncDispose]() {
      await copying
      stop.abort()
      await listening
    },
  }
}
