import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { proto } from 'baileys'
import type { Account } from './account.ts'
import { Group } from './group.ts'
import { decryptMedia, type MediaType } from './media.ts'
import { samplePast } from './past.ts'
import { Phone, statusJid, type SentFile } from './phone.ts'
import { node } from './stanzas.ts'
import type { World } from './world.ts'

const number = '5511999990000'

/** What the page asks: the conversation, every act of the customer and of the phone, and every fault. */
export async function playRoutes(simulator: World, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = await request.fields()
  const text = (name: string): string => String(fields[name] ?? '')
  const account = simulator.account(number)
  const phone = phoneOf(simulator, account, text('name') || 'Maria', text('group'))
  const act = request.url.pathname.slice('/play/'.length)
  const file = /^file\/(\w+)$/.exec(act)?.[1]
  if (file !== undefined) return fileOf(simulator, file)
  if (act === 'state') return { body: stateOf(simulator, account, phone) }
  try {
    if (ofMembers.has(act) && phone.group && phone.group.placeOf(phone.person.number) !== 'inside')
      throw new Error(`${phone.person.name} is not in the group: join it first`)
    await (acts[act] ?? fault(act))({ simulator, account, phone, text, file: fields['file'] })
    return { body: {} }
  } catch (error) {
    return { status: 422, body: { error: error instanceof Error ? error.message : String(error) } }
  }
}

interface Playing {
  readonly simulator: World
  readonly account: Account
  readonly phone: Phone
  text(name: string): string
  readonly file: unknown
}
type Act = (playing: Playing) => void | Promise<void>

function phoneOf(simulator: World, account: Account, name: string, title: string): Phone {
  const known = [...simulator.people.values()].find((person) => person.name === name)
  const person = known ?? simulator.person(name, `55119${String(80_000_000 + simulator.people.size)}`)
  if (title === '') return new Phone(simulator, person, account)
  const found = [...simulator.groups.values()].find(({ subject }) => subject === title)
  return new Phone(simulator, person, account, found ?? newGroup(simulator, account, title, person.number))
}

/** A group of the account with the person who names it first; whoever comes later has to join. */
function newGroup(simulator: World, account: Account, title: string, member: string): Group {
  const group = new Group(title, account.number)
  group.join(member)
  simulator.groups.set(group.id, group)
  return group
}

const acts: Readonly<Record<string, Act>> = {
  scan: ({ simulator, account, text }) => simulator.scan(account, text('code')),
  type: ({ simulator, account, text }) => simulator.type(account, text('typed')),
  say: ({ phone, text }) => void phone.say(text('text'), { by: text('by') === 'lid' ? 'lid' : 'phone' }),
  async file({ phone, text, file }) {
    if (!(file instanceof File)) throw new Error('no file was chosen')
    phone.file({
      kind: text('kind') as SentFile['kind'],
      bytes: new Uint8Array(await file.arrayBuffer()),
      mime: file.type || 'application/octet-stream',
      name: file.name,
      ...(text('text') !== '' && { caption: text('text') }),
    })
  },
  location: ({ phone }) =>
    void phone.send({
      locationMessage: { degreesLatitude: -23.5505, degreesLongitude: -46.6333, name: 'Praça da Sé' },
    }),
  contact: ({ phone }) =>
    void phone.send({
      contactMessage: {
        displayName: phone.person.name,
        vcard: `BEGIN:VCARD\nVERSION:3.0\nFN:${phone.person.name}\nTEL:+${phone.person.number}\nEND:VCARD`,
      },
    }),
  poll: ({ phone, text }) => void phone.poll(text('text') || 'Qual horário?', ['Manhã', 'Tarde']),
  vote({ simulator, phone, text }) {
    const poll = pollIn(simulator.contentOf(text('message'))?.content ?? {})
    if (!poll) throw new Error('mark a poll first')
    const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '')
    phone.vote(
      text('message'),
      [...text('text')].flatMap((digit) => options[Number(digit) - 1] ?? []),
    )
  },
  status: ({ phone, text }) => void phone.say(text('text') || 'Promoção de hoje', { on: statusJid }),
  newsletter({ simulator, phone, text }) {
    const address = '120363000000000001@newsletter'
    simulator.newsletters.set(address, 'Novidades')
    phone.say(text('text') || 'Novo catálogo', { on: address })
  },
  answerStatus: ({ phone, text }) =>
    void phone.answerStatus(text('text') || 'Ainda tem?', { conversation: 'Promoção de hoje' }),
  edit: ({ phone, text }) => void phone.edit(text('message'), text('text') || 'edited'),
  revoke: ({ phone, text }) => void phone.revoke(text('message')),
  react: ({ phone, text }) => void phone.react(text('message'), '👍'),
  call: ({ phone }) => void phone.call(),
  typing: ({ phone }) => phone.typing('composing'),
  join({ phone }) {
    if (!phone.group) throw new Error('name a group first')
    phone.group.join(phone.person.number)
  },
  past({ account, phone }) {
    account.past = samplePast(account, phone.person, phone.group)
  },
  played: ({ simulator, account, phone }) =>
    phone.receipt(
      simulator.sent.filter((sent) => sent.account === account && sent.content.audioMessage).map(({ id }) => id),
      'played',
    ),
  receipts({ simulator, text }) {
    simulator.receipts = text('mode') as World['receipts']
  },
  passkey({ account, text }) {
    account.asksForPasskey = text('on') === 'true'
  },
}

/** What only members can do in a group. */
const ofMembers: ReadonlySet<string> = new Set([
  'say',
  'file',
  'location',
  'contact',
  'poll',
  'vote',
  'edit',
  'revoke',
  'react',
  'typing',
])

const failures: Readonly<Record<string, number>> = { banned: 403, outdated: 405, unavailable: 503 }

/** What goes wrong on the line of the account's client. */
const fault =
  (name: string): Act =>
  ({ simulator, account, phone }) => {
    const lines = simulator.lines(account)
    switch (name) {
      case 'drop':
        return lines.forEach((line) => line.drop())
      case 'silence':
        return lines.forEach((line) => void (line.silent = true))
      case 'replaced':
        return lines.forEach((line) => {
          line.send(node('stream:error', {}, [node('conflict', { type: 'replaced' })]))
          line.close()
        })
      case 'removed':
        return [...account.devices.values()].forEach((device) => simulator.unlink(account, device))
      case 'refuse':
        return simulator.refuse(463)
      case 'unreadable':
        return void phone.sendUnreadable()
      case 'rotate':
        return simulator.rotateCodes()
      case 'flood':
        return Array.from({ length: 1_000 }, (_, index) => phone.say(`mensagem ${index + 1}`)).forEach(() => undefined)
    }
    const code = failures[name]
    if (code === undefined) throw new Error(`the page knows no act ${name}`)
    for (const line of lines) simulator.fail(line, code)
  }

const pollIn = (content: proto.IMessage): proto.Message.IPollCreationMessage | null | undefined =>
  content.pollCreationMessage ?? content.pollCreationMessageV3

function pollWords(content: proto.IMessage): string | undefined {
  const poll = pollIn(content)
  if (!poll) return undefined
  return [poll.name, ...(poll.options ?? []).map(({ optionName }, index) => `${index + 1}. ${optionName}`)].join('\n')
}

/** One message as the page draws it. */
function drawn(id: string, content: proto.IMessage, own: boolean) {
  const found =
    content.imageMessage ??
    content.videoMessage ??
    content.audioMessage ??
    content.documentMessage ??
    content.stickerMessage
  return {
    id,
    own,
    text:
      content.conversation ??
      content.extendedTextMessage?.text ??
      (found as { caption?: string } | undefined)?.caption ??
      pollWords(content) ??
      (found ? '' : Object.keys(content).find((key) => key !== 'messageContextInfo')),
    ...(found && { file: id, mime: found.mimetype }),
    ...(content.extendedTextMessage?.title && { preview: previewOf(content.extendedTextMessage) }),
    ...(content.audioMessage?.waveform && { waveform: [...content.audioMessage.waveform] }),
  }
}

/** The page behind a link, as a phone shows it below the text. */
function previewOf({ title, description, jpegThumbnail }: proto.Message.IExtendedTextMessage) {
  const picture = jpegThumbnail?.length ? Buffer.from(jpegThumbnail).toString('base64') : undefined
  return { title, description, ...(picture && { picture: `data:image/jpeg;base64,${picture}` }) }
}

function stateOf(simulator: World, account: Account, phone: Phone) {
  const chat = phone.group?.id ?? phone.person.jid
  const said = simulator.said
    .filter(
      (message) =>
        message.account === account &&
        (phone.group ? message.group === phone.group : message.person === phone.person && !message.group),
    )
    .map(({ id, content, person }) => ({ ...drawn(id, content, true), by: person.name }))
  const heard = simulator.sent
    .filter((message) => message.account === account && (message.to === chat || message.to === phone.person.lidJid))
    .map(({ id, content }) => ({ ...drawn(id, content, false), by: account.name }))
  return {
    number,
    waiting: simulator.waiting,
    linked: simulator.lines(account).length,
    shownCode: account.shownCode,
    asksForPasskey: account.asksForPasskey,
    receipts: simulator.receipts,
    place: phone.group?.placeOf(phone.person.number),
    unread: simulator.unread.length,
    messages: [...said, ...heard].toSorted((one, other) => simulator.orderOf(one.id) - simulator.orderOf(other.id)),
  }
}

/** A file of a message, decrypted as a phone does. */
function fileOf(simulator: World, id: string): SimulatorAnswer {
  const content = [...simulator.said, ...simulator.sent].find((message) => message.id === id)?.content ?? {}
  const kinds = {
    image: content.imageMessage,
    video: content.videoMessage,
    audio: content.audioMessage,
    document: content.documentMessage,
    sticker: content.stickerMessage,
  }
  const [type, found] = Object.entries(kinds).find(([, message]) => message) ?? []
  const address = found?.url ? new URL(found.url).pathname : (found?.directPath ?? '')
  const stored = simulator.files.find(address)
  if (!found?.mediaKey || !stored) return { status: 404 }
  return {
    headers: { 'content-type': found.mimetype ?? 'application/octet-stream' },
    body: decryptMedia(stored.bytes, found.mediaKey, type as MediaType),
  }
}
