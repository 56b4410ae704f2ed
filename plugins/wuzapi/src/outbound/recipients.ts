import { ChannelError, mint, type ConnectionContext, type ExternalChatId } from '@recado/sdk'
import { listOf } from '@recado/sdk/server'
import * as z from 'zod'
import type { Gateway } from '../gateway/client.ts'
import { bareJid, isPhone } from '../inbound/addresses.ts'

const mostKnown = 20_000
const Checked = z.object({
  users: listOf(z.object({ isinwhatsapp: z.boolean(), jid: z.string() })),
})

/**
 * Under which number somebody is registered at WhatsApp: a Brazilian one may lack its ninth digit, which is never
 * worked out. Numbers are asked about once.
 */
export class Recipients {
  readonly #gateway: Gateway
  readonly #ctx: Pick<ConnectionContext<unknown>, 'emit'>
  readonly #known = new Map<string, ExternalChatId>()

  constructor(gateway: Gateway, ctx: Pick<ConnectionContext<unknown>, 'emit'>) {
    this.#gateway = gateway
    this.#ctx = ctx
  }

  /**
   * The address to send to. A conversation that stands under another number moves to it.
   * @throws ChannelError `invalidRecipient` for a number that has no WhatsApp
   */
  async addressOf(chat: ExternalChatId, signal: AbortSignal): Promise<ExternalChatId> {
    if (!isPhone(chat)) return chat
    const known = this.#known.get(chat)
    if (known !== undefined) return known
    const number = chat.slice(0, chat.indexOf('@'))
    const { users } = await this.#gateway.call({
      path: '/user/check',
      json: { Phone: [number] },
      result: Checked,
      signal,
    })
    const registered = users[0]?.isinwhatsapp ? bareJid(users[0].jid) : undefined
    if (registered === undefined)
      throw new ChannelError({
        kind: 'invalidRecipient',
        code: 'NOT_ON_WHATSAPP',
        message: 'this number has no WhatsApp',
        certain: true,
      })
    const to = mint<ExternalChatId>(registered)
    this.#keep(chat, to)
    if (isPhone(to) && to !== chat) await this.#ctx.emit([{ type: 'chatMoved', from: chat, to, at: new Date() }])
    return to
  }

  #keep(chat: string, to: ExternalChatId): void {
    this.#known.set(chat, to)
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!)
  }
}
