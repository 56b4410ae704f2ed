import { randomBytes } from 'node:crypto'
import { proto } from 'baileys'
import type { Account } from './account.ts'
import type { Group } from './group.ts'
import { encryptedPieces, encryptMedia, type MediaType } from './media.ts'
import type { Person } from './person.ts'
import { sealedVote } from './poll-vote.ts'
import { newId, node, seconds } from './stanzas.ts'
import type { World } from './world.ts'

/** A file that somebody sends. */
export interface SentFile {
  readonly kind: 'image' | 'video' | 'audio' | 'voice' | 'document' | 'sticker'
  readonly bytes: Uint8Array
  readonly mime: string
  readonly caption?: string
  readonly name?: string
  readonly seconds?: number
}

/** How a message is sent. */
export interface HowSent {
  readonly id?: string
  readonly at?: Date
  /** The address of the author: by number, or by the id that does not tell it. */
  readonly by?: 'phone' | 'lid'
  /** Whether an address by id tells the number beside it; true unless said otherwise. */
  readonly tellsNumber?: boolean
  readonly context?: proto.IContextInfo
  /** Sealed so that the client cannot read it; {@link Phone.resend} sends it once more. */
  readonly unreadable?: boolean
  /** Published instead of sent to somebody: as a status, in a channel (`…@newsletter`), to a list (`…@broadcast`). */
  readonly on?: string
}

/** Where people publish their status. */
export const statusJid = 'status@broadcast'

/** What a person does on their phone towards an account: writes, reacts, edits, reads, calls. */
export class Phone {
  readonly #simulator: World
  readonly person: Person
  readonly account: Account
  readonly group: Group | undefined

  constructor(simulator: World, person: Person, account: Account, group?: Group) {
    this.#simulator = simulator
    this.person = person
    this.account = account
    this.group = group
  }

  /** Sends any content. Answers the id of the message. */
  send(content: proto.IMessage, how: HowSent = {}): string {
    const { id = newId(), at = new Date() } = how
    const { account, person, group } = this
    this.#simulator.remember({ id, account, person, group, content })
    if (how.unreadable) return this.sendUnreadable({ ...how, id, at })
    this.#deliver(content, { ...how, id, at })
    return id
  }

  /** Sends a message once more that this phone has sent, as it does when a client could not read it. */
  resend(id: string, how: HowSent = {}): void {
    this.#deliver(this.#simulator.contentOf(id)!.content, { at: new Date(), ...how, id })
  }

  #deliver(content: proto.IMessage, how: HowSent & { readonly id: string; readonly at: Date }): void {
    const { id, at } = how
    this.#simulator.deliver(
      this.account,
      node('message', { ...this.#addresses(how), id, t: seconds(at), type: 'text', notify: this.person.name }, [
        node('plaintext', {}, proto.Message.encode(content).finish()),
      ]),
    )
  }

  say(text: string, how: HowSent = {}): string {
    return this.send(
      how.context ? { extendedTextMessage: { text, contextInfo: how.context } } : { conversation: text },
      how,
    )
  }

  file({ kind, bytes, mime, caption, name, seconds: length }: SentFile, how: HowSent = {}): string {
    const type: MediaType = kind === 'voice' ? 'audio' : kind
    const { encrypted, ...keys } = encryptMedia(bytes, type)
    const facts = {
      ...keys,
      url: this.#simulator.files.urlOf(encrypted, 'application/octet-stream'),
      mimetype: mime,
      ...(caption !== undefined && { caption }),
      ...(how.context && { contextInfo: how.context }),
    }
    switch (kind) {
      case 'image':
        return this.send({ imageMessage: facts }, how)
      case 'video':
        return this.send({ videoMessage: { ...facts, ...(length !== undefined && { seconds: length }) } }, how)
      case 'audio':
      case 'voice':
        return this.send(
          { audioMessage: { ...facts, ptt: kind === 'voice', ...(length !== undefined && { seconds: length }) } },
          how,
        )
      case 'document':
        return this.send({ documentMessage: { ...facts, fileName: name ?? 'arquivo' } }, how)
      case 'sticker':
        return this.send({ stickerMessage: facts }, how)
    }
  }

  /** Answers something that the account has published as its status. */
  answerStatus(text: string, status: proto.IMessage, how: HowSent = {}): string {
    const context = { stanzaId: newId(), participant: this.account.jid, remoteJid: statusJid, quotedMessage: status }
    return this.say(text, { ...how, context })
  }

  /** Asks a question that others vote on. */
  poll(name: string, options: readonly string[], several = false, how: HowSent = {}): string {
    const poll = {
      name,
      options: options.map((optionName) => ({ optionName })),
      selectableOptionsCount: several ? 0 : 1,
    }
    return this.send(
      {
        ...(several ? { pollCreationMessage: poll } : { pollCreationMessageV3: poll }),
        messageContextInfo: { messageSecret: randomBytes(32) },
      },
      how,
    )
  }

  /**
   * Votes in a poll of this conversation, of theirs or of the account; no option withdraws what they voted for before.
   * `secret` and `sealedBy` forge a vote: made with another secret, or by another person.
   */
  vote(
    poll: string,
    options: readonly string[],
    how: HowSent & { readonly secret?: Uint8Array; readonly sealedBy?: Person } = {},
  ): string {
    const asked = this.#simulator.contentOf(poll)
    const author = asked?.by ?? this.account
    const voter = how.sealedBy ?? this.person
    const address = (who: { readonly jid: string; readonly lidJid: string }): string =>
      how.by === 'lid' ? who.lidJid : who.jid
    const vote = sealedVote(options, {
      poll,
      secret: how.secret ?? asked?.content.messageContextInfo?.messageSecret ?? randomBytes(32),
      creator: address(author),
      voter: address(voter),
    })
    const isOwn = author === this.person
    const key: proto.IMessageKey = {
      ...(isOwn ? this.#own(poll) : this.#key(poll)),
      ...(this.group && { participant: address(author) }),
    }
    return this.send({ pollUpdateMessage: { pollCreationMessageKey: key, vote, senderTimestampMs: Date.now() } }, how)
  }

  /**
   * Sends a document of so many bytes that begins with these. It is made while it is fetched: `cuts` says how often the
   * line breaks in the middle before, `claimed` how long the message says that it is.
   */
  longFile(
    begin: Uint8Array,
    length: number,
    { mime, claimed = length, cuts = 0 }: { readonly mime: string; readonly claimed?: number; readonly cuts?: number },
  ): string {
    const mediaKey = randomBytes(32)
    let left = cuts
    const url = this.#simulator.files.make(() => {
      const pieces = encryptedPieces(begin, length, mediaKey, 'document')
      return left-- > 0 ? brokenAfter(pieces, 8) : pieces
    })
    return this.send({
      documentMessage: { url, mediaKey, fileLength: claimed, mimetype: mime, fileName: 'arquivo' },
    })
  }

  react(message: string, emoji: string | null, how: HowSent = {}): string {
    return this.send({ reactionMessage: { key: this.#key(message), text: emoji ?? '' } }, how)
  }

  edit(message: string, text: string, how: HowSent = {}): string {
    return this.send(
      {
        protocolMessage: {
          key: this.#own(message),
          type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
          editedMessage: { conversation: text },
          timestampMs: Date.now(),
        },
      },
      how,
    )
  }

  revoke(message: string, how: HowSent = {}): string {
    return this.send(
      { protocolMessage: { key: this.#own(message), type: proto.Message.ProtocolMessage.Type.REVOKE } },
      how,
    )
  }

  /** Confirms messages of the account. */
  receipt(ids: readonly string[], state: 'delivered' | 'read' | 'played'): void {
    this.#simulator.receipt(this.account, this.person, ids, state, this.group)
  }

  typing(mode: 'composing' | 'recording' | 'paused'): void {
    const { from, participant } = this.#addresses({})
    const state = mode === 'paused' ? node('paused') : node('composing', mode === 'recording' ? { media: 'audio' } : {})
    const stanza = node('chatstate', { from: from!, ...(participant !== undefined && { participant }) }, [state])
    for (const line of this.#simulator.lines(this.account)) line.send(stanza)
  }

  /** Calls the account. Answers the id of the call. */
  call(video = false): string {
    const id = newId()
    this.#simulator.deliver(
      this.account,
      node('call', { from: this.person.jid, id: newId(), t: seconds() }, [
        node('offer', { 'call-id': id, 'call-creator': this.person.jid }, video ? [node('video')] : [node('audio')]),
      ]),
    )
    return id
  }

  /** A message that this client cannot decrypt: it asks for it again. */
  sendUnreadable(how: HowSent = {}): string {
    const { id = newId() } = how
    this.#simulator.deliver(
      this.account,
      node('message', { ...this.#addresses(how), id, t: seconds(how.at), type: 'text', notify: this.person.name }, [
        node('enc', { v: '2', type: 'msg' }, Buffer.from('no message of any session')),
      ]),
    )
    return id
  }

  #addresses({ by = 'phone', tellsNumber = true, on }: HowSent): Record<string, string> {
    const { person, group } = this
    if (on?.endsWith('@newsletter')) return { from: on }
    if (on !== undefined) return { from: on, participant: person.jid, participant_lid: person.lidJid }
    const [own, other] = by === 'lid' ? [person.lidJid, person.jid] : [person.jid, person.lidJid]
    const told = by === 'phone' || tellsNumber
    const mode = { addressing_mode: by === 'lid' ? 'lid' : 'pn' }
    const also = by === 'lid' ? 'pn' : 'lid'
    return group
      ? { from: group.id, participant: own, ...mode, ...(told && { [`participant_${also}`]: other }) }
      : { from: own, ...mode, ...(told && { [`sender_${also}`]: other }) }
  }

  /** A message of the account, as this phone knows it. */
  #key(id: string): proto.IMessageKey {
    return { remoteJid: this.group?.id ?? this.account.jid, fromMe: false, id }
  }
  /** A message of this phone. */
  #own(id: string): proto.IMessageKey {
    return { remoteJid: this.group?.id ?? this.account.jid, fromMe: true, id }
  }
}

/** The first pieces, and then a line that breaks. */
async function* brokenAfter(pieces: AsyncIterable<Uint8Array>, count: number): AsyncGenerator<Uint8Array> {
  let sent = 0
  for await (const piece of pieces) {
    if (sent++ === count) throw new Error('the line broke')
    yield piece
  }
}
