import { ChannelError, mint, type ConnectionContext, type ExternalChatId } from '@recado/sdk'
import type { WASocket } from 'baileys'
import { isUpdate } from '../inbound/updates.ts'

const mostKnown = 20_000

/**
 * Whom a conversation that was begun here is with. WhatsApp says under which number somebody is registered: a Brazilian
 * one may lack its ninth digit, which is never worked out. Numbers are asked about once.
 */
export class Recipients {
  readonly #ctx: Pick<ConnectionContext<unknown>, 'emit'>
  readonly #known = new Map<string, string>()

  constructor(ctx: Pick<ConnectionContext<unknown>, 'emit'>) {
    this.#ctx = ctx
  }

  /** Somebody who has written is where they wrote from. */
  heard(chat: string): void {
    this.#keep(chat, chat)
  }

  /**
   * The address to send to. A conversation that stands under another number moves to it.
   * @throws ChannelError `invalidRecipient` for a number that has no WhatsApp, `unsupported` for what is only read
   */
  async addressOf(chat: ExternalChatId, socket: WASocket): Promise<ExternalChatId> {
    if (isUpdate(chat))
      throw new ChannelError({
        kind: 'unsupported',
        code: 'READ_ONLY',
        message: 'status updates and channels of WhatsApp are only read',
        certain: true,
      })
    if (!chat.endsWith('@s.whatsapp.net')) return chat
    const known = this.#known.get(chat)
    if (known !== undefined) return mint<ExternalChatId>(known)
    const [found] = (await socket.onWhatsApp(chat)) ?? []
    if (!found?.exists)
      throw new ChannelError({
        kind: 'invalidRecipient',
        code: 'NOT_ON_WHATSAPP',
        message: 'this number has no WhatsApp',
        certain: true,
      })
    this.#keep(chat, found.jid)
    this.#keep(found.jid, found.jid)
    const to = mint<ExternalChatId>(found.jid)
    if (to !== chat) await this.#ctx.emit([{ type: 'chatMoved', from: chat, to, at: new Date() }])
    return to
  }

  #keep(chat: string, address: string): void {
    this.#known.delete(chat)
    this.#known.set(chat, address)
    if (this.#known.size > mostKnown) this.#known.delete(this.#known.keys().next().value!)
  }
}
