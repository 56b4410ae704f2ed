import { join } from 'node:path'
import type { MessagePage, ResponderOrders, Ticket, TicketPage, TicketResponders } from '@recado/contracts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Bot } from '../../plugins/bots/src/bots/bot.ts'
import { Passwords } from '../../core/src/credentials/passwords.ts'
import { startHttpBotSimulator, type HttpBotSimulator } from '../../plugins/http-bot/simulator/simulator.ts'
import { startTypebotSimulator, type TypebotSimulator } from '../../plugins/typebot/simulator/simulator.ts'
import { hookWorld, type HookWorld } from '../conversation/far-side.ts'
import { eventually, password, type Person } from '../harness/app.ts'
import { pluginFolder } from '../harness/plugin-folder.ts'
import { createTenant } from '../harness/tenants.ts'
import { webSite } from '../harness/web-site.ts'
import { telegramWorld, type TelegramWorld } from './telegram.rig.ts'

let world: HookWorld
let typebot: TypebotSimulator
let program: HttpBotSimulator
const signingKey = `whsec_${Buffer.from('a key of thirty-two bytes, more.').toString('base64')}`
/** Administrator and agent; and the other company's administrator. */
let [ana, ugo, bia]: Person[] = []
let bot: Bot

const plugin = (id: string): string => pluginFolder(join(import.meta.dirname, '..', '..', 'plugins', id))
const draft = {
  name: 'Recepção',
  provider: 'typebot',
  reference: 'boas-vindas',
  keywordFinish: '#sair',
  keywordRestart: '#reiniciar',
  restartMessage: 'Vamos de novo.',
  unknownMessage: 'Só entendo texto.',
}
const add = (more: object = {}, person = ana!) => person.ok<Bot>('POST', '/p/bots/bots', { ...draft, ...more })

beforeAll(async () => {
  world = await hookWorld({}, ['bots', 'typebot', 'http-bot'].map(plugin))
  typebot = await startTypebotSimulator({ queueId: world.a.sales })
  program = await startHttpBotSimulator(signingKey)
  ;[ana, ugo, bia] = await Promise.all([world.a.admin, world.a.user, world.b.admin].map((user) => world.signIn(user)))
  for (const admin of [ana!, bia!])
    await admin.ok('PUT', '/api/plugins/typebot', { enabled: true, settings: { url: typebot.url } })
  bot = await add()
  await ana!.ok<ResponderOrders>('PUT', '/responders', {
    scope: { kind: 'company' },
    places: [{ plugin: 'bots', name: 'main', input: { bot: bot.id } }],
  })
})
beforeEach(() => {
  typebot.asked.length = 0
})
afterAll(async () => {
  await world?.close()
  await typebot?.close()
  await program?.close()
})

const ticketOf = async (name: string): Promise<Ticket> =>
  (await ana!.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&status[]=closed&limit=200')).tickets.find(
    (ticket) => ticket.name === `Cliente ${name}`,
  )!
const said = async (id: string): Promise<string[]> =>
  (await ana!.ok<MessagePage>('GET', `/messages/${id}`)).messages.filter(({ fromMe }) => fromMe).map(({ body }) => body)
/** Writes as a contact, and waits until this many messages have been answered in all. */
async function say(name: string, text: string, answers: number): Promise<{ ticket: Ticket; bodies: string[] }> {
  expect(await world.channel.say(name, text)).toBeLessThan(300)
  const ticket = await ticketOf(name)
  const bodies = await eventually(
    () => said(ticket.id),
    (all) => all.length >= answers,
  )
  return { ticket, bodies: bodies.toSorted() }
}
const lastDecision = async (id: string, outcome: string): Promise<TicketResponders['decisions'][number]> => {
  const { decisions } = await eventually(
    () => ana!.ok<TicketResponders>('GET', `/tickets/${id}/responders`),
    (all) => all.decisions[0]?.outcome === outcome,
  )
  return decisions[0]!
}

describe('a conversation with Typebot', () => {
  it('S1-039 begins with facts of the contact, asks, takes a number for an option, and hands to the queue of a command', async () => {
    const { ticket } = await say('vera', 'Oi', 1)
    expect(ticket.withBot).toBe(true)
    const start = typebot.asked.find(({ path }) => path.endsWith('/boas-vindas/startChat'))!
    expect(start.body['prefilledVariables']).toMatchObject({ pushName: 'Cliente vera', protocol: ticket.protocol })
    expect(JSON.stringify(start.body)).not.toMatch(/apiKey|token/i)
    await say('vera', 'Vera', 2)
    const { bodies } = await say('vera', '1', 3)
    expect(typebot.asked.at(-1)!.body['message']).toMatchObject({ text: 'Vendas', metadata: { replyId: 'vendas' } })
    expect(bodies).toContain('Certo, um momento.')
    expect(await lastDecision(ticket.id, 'people')).toMatchObject({ plugin: 'bots', note: 'Recepção' })
    expect(await ticketOf('vera')).toMatchObject({ queueId: world.a.sales, withBot: false, status: 'pending' })
    expect((await said(ticket.id)).join()).not.toContain('{')
  })

  it('closes by a command', async () => {
    await say('caio', 'Oi', 1)
    await say('caio', 'Caio', 2)
    const { ticket } = await say('caio', 'encerrar', 3)
    await lastDecision(ticket.id, 'closed')
    // The decision is recorded first, then carried out.
    const closed = await eventually(
      () => ana!.ok<Ticket>('GET', `/tickets/${ticket.id}`),
      ({ status }) => status === 'closed',
    )
    expect(closed.withBot).toBe(false)
  })

  it('begins anew by its word and where Typebot has forgotten, and ends by its word', async () => {
    await say('rita', 'Oi', 1)
    await say('rita', 'Rita', 2)
    const { bodies } = await say('rita', ' #Reiniciar ', 4)
    expect(bodies).toContain('Vamos de novo.')
    typebot.expire()
    await say('rita', 'Rita outra vez', 5)
    expect(typebot.asked.map(({ path }) => path.replace(/sessao-\d+/, 'x')).slice(-2)).toEqual([
      '/api/v1/sessions/x/continueChat',
      '/api/v1/typebots/boas-vindas/startChat',
    ])
    const asked = typebot.asked.length
    const { ticket } = await say('rita', '#sair', 5)
    await lastDecision(ticket.id, 'people')
    expect(typebot.asked).toHaveLength(asked)
  })

  it('goes to people where Typebot fails, is asked once, and the history says whose bot it was', async () => {
    typebot.failNext(500)
    await world.channel.say('nina', 'Oi')
    const ticket = await ticketOf('nina')
    expect(await lastDecision(ticket.id, 'passed')).toMatchObject({ note: 'Recepção' })
    expect(await ticketOf('nina')).toMatchObject({ withBot: false, status: 'pending' })
    expect(typebot.asked).toHaveLength(1)
    expect(await said(ticket.id)).toEqual([])
  })
})

describe('a channel', () => {
  it('S3-044 has options for Typebot of its own, which no other channel of the company has', async () => {
    const own = await world.connect(world.a, 'hook', ana!)
    const options = {
      provider: 'typebot',
      reference: 'boas-vindas',
      active: true,
      expireMinutes: 30,
      keywordFinish: '#tchau',
      keywordRestart: '#outra vez',
      restartMessage: 'De novo, então.',
      unknownMessage: 'Escreva, por favor.',
      delayMs: 0,
      debounceMs: 0,
      triggerType: 'keyword',
      triggerOperator: 'startsWith',
      triggerValue: 'loja',
    }
    const made = await add({ name: 'Da loja', ...options })
    expect(made).toMatchObject(options)
    const scope = { kind: 'connection', id: own.connectionId }
    const places = [{ plugin: 'bots', name: 'main', input: { bot: made.id } }]
    const { orders } = await ana!.ok<ResponderOrders>('PUT', '/responders', { scope, places })
    expect(orders).toContainEqual(expect.objectContaining({ scope, places }))

    // Without its word the bot of the channel leaves the conversation to people.
    await own.say('bia', 'Oi')
    await lastDecision((await ticketOf('bia')).id, 'passed')
    await own.say('léo', 'Loja, por favor')
    const leo = await ticketOf('léo')
    const bodies = () => said(leo.id)
    await eventually(bodies, ({ length }) => length === 1)
    await own.say('léo', '#Outra vez')
    await eventually(bodies, (all) => all.includes('De novo, então.') && all.length === 3)
    await own.say('léo', '#tchau')
    await lastDecision(leo.id, 'people')
    // The other channel has the bot of the company, whose words are others.
    const { ticket } = await say('ivo', 'Oi', 1)
    await say('ivo', '#tchau', 2)
    expect((await ticketOf('ivo')).withBot).toBe(true)
    expect(ticket.withBot).toBe(true)
    await ana!.ok('PUT', '/responders', { scope, places: null })
    await ana!.ok('DELETE', `/p/bots/bots/${made.id}`)
  })
})

describe('bots of a company', () => {
  it('S7-100 are tested, with a result that says what is wrong', async () => {
    const test = (id: string) => ana!.ok<{ outcome: string; says: number }>('POST', `/p/bots/bots/${id}/test`, {})
    expect(await test(bot.id)).toEqual({ outcome: 'started', says: 1 })
    const wrong = await add({ name: 'Errado', reference: 'nenhum' })
    expect(await test(wrong.id)).toMatchObject({ outcome: 'missing' })
    await ana!.ok('DELETE', `/p/bots/bots/${wrong.id}`)
    expect(await ana!.refused('POST', `/p/bots/bots/${wrong.id}/test`, {})).toBe('404 ERR_NO_BOT_FOUND')
  })

  it('are refused with a name that is taken, without a provider, and are of one company and its administrators', async () => {
    const refused = (more: object, person = ana!) => person.refused('POST', '/p/bots/bots', { ...draft, ...more })
    expect(await refused({ name: 'recepção' })).toBe('409 ERR_BOT_EXISTS')
    expect(await refused({ name: 'Outro', provider: 'hook' })).toBe('422 ERR_NO_BOT_PROVIDER_FOUND')
    expect(await refused({ name: '' })).toBe('422 ERR_VALIDATION')
    expect(await refused({ name: 'Outro', keywordRestart: '#SAIR' })).toBe('422 ERR_VALIDATION')
    expect(await refused({ name: 'Outro', triggerType: 'keyword' })).toBe('422 ERR_VALIDATION')
    expect(await refused({ name: 'Outro' }, ugo!)).toBe('403 ERR_NO_PERMISSION')
    expect(await bia!.ok('GET', '/p/bots/bots')).toMatchObject({ bots: [], providers: [{ plugin: 'typebot' }] })
    expect(await bia!.refused('PUT', `/p/bots/bots/${bot.id}`, draft)).toBe('404 ERR_NO_BOT_FOUND')
    expect(await bia!.refused('DELETE', `/p/bots/bots/${bot.id}`)).toBe('404 ERR_NO_BOT_FOUND')
    expect(await ana!.ok('GET', '/p/bots/choices')).toEqual({ choices: [{ id: bot.id, title: 'Recepção' }] })
  })
})

describe('a conversation with any program', () => {
  it('S1-039 is one with a bot of another provider, in another company, and says which colour it was', async () => {
    await bia!.ok('PUT', '/api/plugins/http-bot', { enabled: true, settings: { url: program.url, signingKey } })
    const colours = await add({ name: 'Cores', provider: 'http-bot', reference: 'cores' }, bia!)
    await bia!.ok<ResponderOrders>('PUT', '/responders', {
      scope: { kind: 'company' },
      places: [{ plugin: 'bots', name: 'main', input: { bot: colours.id } }],
    })
    const conversations = async () =>
      (await bia!.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&limit=200')).tickets
    expect(await world.otherChannel.say('lia', 'Oi')).toBeLessThan(300)
    await eventually(conversations, ([ticket]) => ticket?.lastMessage.includes('Qual cor?') === true)
    expect(await world.otherChannel.say('lia', '2')).toBeLessThan(300)
    const [ticket] = await eventually(conversations, ([one]) => one?.withBot === false)
    expect(program.told.map(({ type, message }) => [type, (message as { choice?: string } | null)?.choice])).toEqual([
      ['conversation.started', undefined],
      ['message.received', 'verde'],
    ])
    const { decisions } = await bia!.ok<TicketResponders>('GET', `/tickets/${ticket!.id}/responders`)
    expect(decisions[0]).toMatchObject({ outcome: 'people', note: 'Cor: verde' })
    expect(typebot.asked).toEqual([])
  })

  it('tells what it found out: attributes of these keys are kept, of this company alone', async () => {
    const define = (person: Person, owner: string, type: string, label: string) =>
      person.ok<{ key: string }>('POST', '/attributes', { owner, type, label })
    const [size, pieces] = [
      await define(bia!, 'contact', 'text', 'Tamanho'),
      await define(bia!, 'ticket', 'number', 'Quantia'),
    ]
    await define(ana!, 'contact', 'text', 'Tamanho')
    program.answerNext(
      200,
      JSON.stringify({
        says: [{ kind: 'text', text: 'Anotado' }],
        hands: { to: 'people' },
        variables: { [size.key]: ' M ', [pieces.key]: '12', outra: 'x' },
      }),
    )
    expect(await world.otherChannel.say('gil', 'Oi')).toBeLessThan(300)
    const list = () => bia!.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&limit=200')
    const { tickets } = await eventually(list, (page) =>
      page.tickets.some(({ name, withBot }) => name === 'Cliente gil' && !withBot),
    )
    const ticket = tickets.find(({ name }) => name === 'Cliente gil')!
    const contact = await bia!.ok<{ attributes: object }>('GET', `/contacts/${ticket.contactId}`)
    expect([ticket.attributes, contact.attributes]).toEqual([{ [pieces.key]: 12 }, { [size.key]: 'M' }])
  })

  it('goes on with the address of a file that the channel does not take', async () => {
    const site = await webSite()
    site.answer('/cores.txt', { headers: { 'content-type': 'text/plain' }, body: 'azul, verde' })
    const url = `http://127.0.0.1:${site.port}/cores.txt`
    program.answerNext(
      200,
      JSON.stringify({ says: [{ kind: 'file', url, media: 'document' }], hands: { to: 'people' }, note: 'Lista' }),
    )
    try {
      expect(await world.otherChannel.say('ivo', 'Oi')).toBeLessThan(300)
      const list = () => bia!.ok<TicketPage>('GET', '/tickets/?status[]=open&status[]=pending&limit=200')
      const { tickets } = await eventually(list, (page) =>
        page.tickets.some(({ name, withBot }) => name === 'Cliente ivo' && !withBot),
      )
      const { id } = tickets.find(({ name }) => name === 'Cliente ivo')!
      const { messages } = await bia!.ok<MessagePage>('GET', `/messages/${id}`)
      expect(messages.filter(({ fromMe }) => fromMe).map(({ body }) => body)).toEqual([url])
      expect(site.times('/cores.txt')).toBe(1)
    } finally {
      await site.close()
    }
  })
})

describe('files of a contact', () => {
  const png = new Uint8Array(
    Buffer.from(
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
      'base64',
    ),
  )
  let telegram: TelegramWorld
  beforeAll(async () => {
    telegram = await telegramWorld('webhook', ['bots', 'http-bot'])
    for (const { admin } of [telegram.mine, telegram.theirs]) {
      await admin.ok('PUT', '/api/plugins/http-bot', { enabled: true, settings: { url: program.url, signingKey } })
      const { id } = await add({ provider: 'http-bot', reference: 'arquivos' }, admin)
      await admin.ok<ResponderOrders>('PUT', '/responders', {
        scope: { kind: 'company' },
        places: [{ plugin: 'bots', name: 'main', input: { bot: id } }],
      })
    }
  })
  beforeEach(() => {
    program.told.length = 0
  })
  afterAll(() => telegram?.close())

  type Told = { type: string; message: { text: string; files: string[] } | null }
  const told = (count: number) =>
    eventually(
      async () => program.told as unknown as Told[],
      (all) => all.length === count,
    )
  const asksAgain = (words: string) =>
    program.answerNext(200, JSON.stringify({ says: [{ kind: 'text', text: words }], asks: { kind: 'file' } }))
  const read = async (address: string) => new Uint8Array(await (await fetch(address)).arrayBuffer())

  it('reach the bot once the channel has them, of the first message too, with the words under them', async () => {
    const { mine } = telegram
    const customer = telegram.telegram.customer(mine.bot, 'Vera Lúcia')
    telegram.telegram.faults.plan('getFile', { status: 502, description: 'Bad Gateway' })
    asksAgain('Recebido')
    customer.send('photo', png, 'image/png')
    const [first] = await told(1)
    expect(first).toMatchObject({ type: 'conversation.started', message: { text: '' } })
    expect(first!.message!.files).toHaveLength(1)
    expect(await read(first!.message!.files[0]!)).toEqual(png)
    const ticket = await mine.ticket('Vera Lúcia')
    await mine.last(ticket, ({ body }) => body === 'Recebido')

    asksAgain('Mais um')
    customer.send('document', png, 'image/png', { name: 'nota.png', caption: 'a nota' })
    const [, second] = await told(2)
    expect(second).toMatchObject({ type: 'message.received', message: { text: 'a nota' } })
    expect(await read(second!.message!.files[0]!)).toEqual(png)
    await mine.last(ticket, ({ body }) => body === 'Mais um')
    expect((await mine.messages(ticket)).map(({ body }) => body)).not.toContain('Só entendo texto.')
    // Without its signature an address opens nothing.
    const { origin, pathname } = new URL(second!.message!.files[0]!)
    expect((await fetch(origin + pathname)).status).toBeGreaterThanOrEqual(400)
  })

  it('that the channel never gets are not understood, and the bot is still waited for', async () => {
    const { theirs } = telegram
    const customer = telegram.telegram.customer(theirs.bot, 'Caio Luz')
    asksAgain('Mande o comprovante')
    customer.say({ text: 'Oi' })
    const ticket = await theirs.ticket('Caio Luz')
    await theirs.last(ticket, ({ body }) => body === 'Mande o comprovante')
    telegram.telegram.faults.plan('getFile', { status: 400, description: 'Bad Request: file is too big' })
    customer.send('photo', png, 'image/png')
    await theirs.last(ticket, ({ body }) => body === 'Só entendo texto.')
    expect(program.told).toHaveLength(1)
    asksAgain('Obrigado')
    customer.send('photo', png, 'image/png')
    await theirs.last(ticket, ({ body }) => body === 'Obrigado')
    expect((program.told as unknown as Told[])[1]!.message!.files).toHaveLength(1)
  })
})

it('S8-097 FREE has one active bot', async () => {
  const free = await createTenant(world.database.owner, 'Casa', {
    tier: 'free',
    passwordHash: await new Passwords().hash(password),
  })
  const eva = await world.signIn(free.admin)
  await eva.ok('PUT', '/api/plugins/http-bot', { enabled: true })
  const one = { ...draft, provider: 'http-bot' }
  const first = await eva.ok<Bot>('POST', '/p/bots/bots', { ...one, name: 'Um' })
  expect(await eva.refused('POST', '/p/bots/bots', { ...one, name: 'Dois' })).toMatch(/ERR_FREE_PLAN_CHATBOT$/)
  const second = await eva.ok<Bot>('POST', '/p/bots/bots', { ...one, name: 'Dois', active: false })
  expect(await eva.refused('PUT', `/p/bots/bots/${second.id}`, { ...one, name: 'Dois' })).toMatch(
    /ERR_FREE_PLAN_CHATBOT$/,
  )
  await eva.ok('PUT', `/p/bots/bots/${first.id}`, { ...one, name: 'Um', active: false })
  expect(await eva.ok('PUT', `/p/bots/bots/${second.id}`, { ...one, name: 'Dois' })).toMatchObject({ active: true })
})
