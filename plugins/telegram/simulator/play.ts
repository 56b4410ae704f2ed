import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Bot } from './bot.ts'
import type { Customer } from './customer.ts'
import { Poll } from './poll.ts'
import type { Chat, Message, Topic, World } from './world.ts'

/** What the page needs of the provider that it plays. */
export interface Played {
  readonly bots: ReadonlyMap<string, Bot>
  readonly world: World
  customer(bot: Bot, name: string): Customer
  supergroup(title: string): Chat
}

const people = new Map<string, Customer>()
type Kind = Parameters<Customer['send']>[0]

/** What the page asks: the conversation, and everything that the customer does. */
export async function playRoutes(simulator: Played, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const [bot] = simulator.bots.values()
  if (!bot) return { status: 404 }
  const fields = await request.fields()
  const text = (name: string): string => String(fields[name] ?? '')
  const name = text('name') || 'Maria'
  const customer = people.get(name) ?? simulator.customer(bot, name)
  people.set(name, customer)
  const chat = text('group') === '' ? customer.chat : groupOf(simulator, bot, text('group'), customer)
  const about = chat.messages.get(Number(text('message')))
  const reply = { chat, replyTo: about, topic: text('topic') === '' ? undefined : topicOf(chat, text('topic')) }
  const { pathname } = request.url
  const file = /^\/play\/file\/(\w+)$/.exec(pathname)?.[1]
  const stored = file === undefined ? undefined : simulator.world.files.get(file)
  if (stored) return { headers: { 'content-type': stored.mime || 'application/octet-stream' }, body: stored.bytes }
  switch (pathname) {
    case '/play/state':
      return {
        body: {
          token: bot.token,
          transport: bot.webhook ? 'webhook' : 'polling',
          pending: bot.pending,
          error: bot.lastError?.message,
          self: customer.facts.id,
          messages: [...chat.messages.values()],
        },
      }
    case '/play/say':
      customer.say({ text: text('text') }, reply)
      break
    case '/play/file':
      await send(customer, text('kind') as Kind, fields['file'], text('text'), reply)
      break
    case '/play/location':
      customer.say({ location: { latitude: Number(text('latitude')), longitude: Number(text('longitude')) } }, reply)
      break
    case '/play/contact':
      customer.shareContact(text('phone'))
      break
    case '/play/edit':
      if (about) customer.edit(about, { text: text('text') })
      break
    case '/play/react':
      if (about) customer.react(about, text('emoji') || null)
      break
    case '/play/press':
      if (about) customer.press(about, text('data'))
      break
    case '/play/vote':
      if (about?.['poll']) customer.vote(about, placesIn(text('text')))
      break
    case '/play/stop':
      if (about?.['poll'] instanceof Poll) about['poll'].close(bot)
      break
    case '/play/block':
      customer.block(text('on') === 'true')
      break
    default:
      return { status: 404 }
  }
  return { body: {} }
}

/** Places of options in what somebody writes, from 1: `2`, `1 3`; nothing withdraws a vote. */
const placesIn = (words: string): number[] => (words.match(/\d+/g) ?? []).map((place) => Number(place) - 1)

async function send(
  customer: Customer,
  kind: Kind,
  file: unknown,
  caption: string,
  reply: { chat: Chat; replyTo: Message | undefined; topic: Topic | undefined },
): Promise<void> {
  if (!(file instanceof File)) return
  customer.send(kind, new Uint8Array(await file.arrayBuffer()), file.type, {
    name: file.name,
    ...reply,
    ...(caption !== '' && { caption }),
  })
}

const topicOf = (chat: Chat, name: string): Topic =>
  [...chat.topics.values()].find((topic) => topic.name === name) ?? chat.openTopic(name)
/** A group that a customer names first is theirs, and the bot is one of its administrators. */
function groupOf(simulator: Played, bot: Bot, title: string, owner: Customer): Chat {
  const known = [...simulator.world.chats.values()].find((chat) => chat.facts.title === title)
  if (known) return known
  const group = simulator.supergroup(title)
  group.members.set(owner.facts, 'creator')
  group.members.set(bot.facts, 'administrator')
  return group
}
