import {
  mint,
  type BotAnswer,
  type ContactId,
  type Message,
  type MessageId,
  type QueueId,
  type ResponderTurn,
  type Ticket,
  type TicketId,
} from '@recado/sdk'
import { testHost } from '@recado/sdk/testing'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import type { Bot } from './src/bots/bot.ts'
import plugin from './src/server.ts'

const { url } = inject('cluster' as never) as { url: string }
const host = testHost({ plugin, folder: import.meta.dirname, databaseUrl: url })
type Company = typeof host.a

/** What the provider was asked, in order. */
let asked: { method: string; message: { text: string } | null; session?: string }[] = []
/** Its next answers, in order; after them it repeats what was said and waits. */
let answers: (Partial<BotAnswer> | Error)[] = []

const answerTo = (words: string): Partial<BotAnswer> => {
  const answer = answers.shift() ?? { says: [{ kind: 'text', text: `eco ${words}`, format: 'plain' }], asks: text }
  if (answer instanceof Error) throw answer
  return answer
}
const text = { kind: 'text' as const, options: [], many: false }
beforeEach(() => {
  asked = []
  answers = []
  for (const { core } of [host.a, host.b]) {
    core.played.set('bot.start', ({ message }: { message: { text: string } | null }) => {
      asked.push({ method: 'start', message })
      return { session: 'sessão secreta', ...answerTo(message?.text ?? '') }
    })
    core.played.set('bot.proceed', (given: { message: { text: string }; session: string }) => {
      asked.push({ method: 'proceed', message: given.message, session: given.session })
      return { answer: answerTo(given.message.text) }
    })
  }
})

async function botOf(company: Company, more: object = {}): Promise<Bot> {
  const body = { name: randomUUID(), provider: 'played', reference: 'r', keywordFinish: '#sair', ...more }
  return (await company.ask('POST', '/p/bots/bots', { body })).body as Bot
}

class Talk {
  readonly ticket = {
    id: mint<TicketId>(randomUUID()),
    contactId: mint<ContactId>(randomUUID()),
    protocol: '7',
    channel: 'hook',
    queue: null,
  } as unknown as Ticket
  #begins = true
  readonly company: Company
  readonly bot: Bot
  constructor(company: Company, bot: Bot) {
    this.company = company
    this.bot = bot
    company.core.known.tickets.set(this.ticket.id, this.ticket)
  }
  hear(parts: Message['parts'] | null, key: string = randomUUID(), begins = this.#begins) {
    const message = parts && ({ id: mint<MessageId>(randomUUID()), ticketId: this.ticket.id, parts } as Message)
    const contact = { id: this.ticket.contactId, name: 'Ana' } as ResponderTurn['contact']
    this.#begins = false
    return this.company.respond(
      'main',
      { bot: this.bot.id },
      { ticket: this.ticket, contact, message, begins },
      { key },
    )
  }
  say = (words: string, key?: string, begins?: boolean) =>
    this.hear([{ kind: 'text', text: words, format: 'plain' }], key, begins)
  get sent() {
    return this.company.core.sent
      .filter(({ ticket }) => ticket === this.ticket.id)
      .map(({ parts: [part] }) => ('text' in part ? part.text : part.kind))
  }
  get decided() {
    return this.company.core.respondersOf.decided
      .filter(({ ticket }) => ticket === this.ticket.id)
      .map(({ decision }) => decision)
  }
}
const words = (...given: string[]) =>
  given.map((each) => ({ kind: 'text' as const, text: each, format: 'plain' as const }))

describe('a conversation with a bot', () => {
  it('asks once for a message that comes twice, and joins what is said while it answers', async () => {
    const talk = new Talk(host.a, await botOf(host.a, { debounceMs: 2_000 }))
    await talk.say('Oi', 'k1')
    await talk.say('Oi', 'k1', true)
    await host.a.work()
    await talk.say('Quero', 'k2')
    await talk.say('uma pizza', 'k3')
    await talk.say('uma pizza', 'k3')
    await host.a.work()
    await talk.say('uma pizza', 'k3')
    await host.a.work()
    expect(asked.map(({ method, message }) => [method, message?.text])).toEqual([
      ['start', 'Oi'],
      ['proceed', 'Quero\numa pizza'],
    ])
    expect(talk.sent).toEqual(['eco Oi', 'eco Quero\numa pizza'])
    expect(talk.decided.every(({ kind }) => kind === 'keep')).toBe(true)
  })

  it('begins without a message, and keeps how the provider knows it as a secret until it ends', async () => {
    const talk = new Talk(host.a, await botOf(host.a))
    await talk.hear(null)
    await host.a.work()
    expect(asked).toEqual([{ method: 'start', message: null }])
    expect(Object.values(host.a.secrets)).toContain('sessão secreta')
    expect(await talk.say(' #SAIR ')).toEqual({ kind: 'people' })
    expect(Object.keys(host.a.secrets).some((name) => name.includes(talk.ticket.id))).toBe(false)
  })

  it('says its answer with pauses, each message once, and stops where somebody took it meanwhile', async () => {
    const talk = new Talk(host.a, await botOf(host.a, { delayMs: 1_000 }))
    answers.push({ says: words('um', 'dois'), asks: text })
    await talk.say('Oi')
    await host.a.work()
    expect(talk.sent).toEqual(['um', 'dois'])
    const taken = new Talk(host.a, talk.bot)
    answers.push({ says: words('um'), asks: text })
    await taken.say('Oi')
    host.a.core.respondersOf.held.delete(taken.ticket.id)
    await host.a.work()
    expect(taken.sent).toEqual([])
  })

  it('is handed on where the bot fails, and where its answer was lost with a process', async () => {
    const talk = new Talk(host.a, await botOf(host.a))
    answers.push(new Error('away'))
    await talk.say('Oi')
    await host.a.work()
    expect(talk.decided.at(-1)).toEqual({ kind: 'pass', note: talk.bot.name })
    const lost = new Talk(host.a, talk.bot)
    const isAsked = Promise.withResolvers<void>()
    // The provider never answers whom it was asked by: as where the process is gone.
    host.a.core.played.set('bot.start', () => {
      isAsked.resolve()
      return new Promise(() => undefined)
    })
    await lost.say('Oi')
    void host.a.work()
    await isAsked.promise
    expect(lost.decided.map(({ kind }) => kind)).toEqual(['keep'])
    expect(await host.a.work()).toBe(1)
    expect(lost.decided.at(-1)).toMatchObject({ kind: 'pass' })
  })

  it('goes to people, without a queue that is not there, and to the next one where the bot is done', async () => {
    const bot = await botOf(host.a)
    const [mine, done] = [new Talk(host.a, bot), new Talk(host.a, bot)]
    answers.push({ hands: { to: 'people', queueId: mint<QueueId>(randomUUID()) }, note: 'quer comprar' })
    await mine.say('Oi')
    await host.a.work()
    expect(mine.decided.at(-1)).toEqual({ kind: 'people', note: 'quer comprar' })
    answers.push({ says: words('Tchau') })
    await done.say('Oi')
    await host.a.work()
    expect(done.decided.at(-1)).toMatchObject({ kind: 'pass' })
  })

  it('begins with its words alone, and answers what has none', async () => {
    const bot = await botOf(host.a, {
      triggerType: 'keyword',
      triggerValue: 'pizza',
      unknownMessage: 'Só entendo texto.',
    })
    const other = new Talk(host.a, bot)
    expect(await other.say('Bom dia')).toEqual({ kind: 'pass' })
    const talk = new Talk(host.a, bot)
    expect(await talk.say('Quero PIZZA')).toMatchObject({ kind: 'keep' })
    await host.a.work()
    await talk.hear([{ kind: 'location', lat: 1, lng: 1 }])
    expect(await host.a.work()).toBe(0)
    expect(talk.sent).toEqual(['eco Quero PIZZA', 'Só entendo texto.'])
  })

  it('of another company is nothing here, and one that is switched off passes', async () => {
    const theirs = new Talk(host.a, await botOf(host.b))
    expect(await theirs.say('Oi')).toEqual({ kind: 'pass' })
    const off = new Talk(host.a, await botOf(host.a, { active: false }))
    expect(await off.say('Oi')).toEqual({ kind: 'pass' })
    expect(asked).toEqual([])
  })
})
