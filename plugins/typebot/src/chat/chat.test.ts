import { testHost } from '@recado/sdk/testing'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTypebotSimulator, type TypebotSimulator } from '../../simulator/simulator.ts'
import plugin from '../server.ts'
import { readAnswer } from './bubbles.ts'

const host = testHost({ plugin, folder: join(import.meta.dirname, '../..') })
let typebot: TypebotSimulator
beforeAll(async () => {
  typebot = await startTypebotSimulator()
})
afterAll(() => typebot.close())

const bot = 'boas-vindas'
const says = (text: string, choice?: string) => ({ text, files: [], ...(choice !== undefined && { choice }) })
const start = () => host.a.serve('bot.start', { bot, message: null, variables: { pushName: 'Ana' } })

describe.each(['current', 'legacy'])('conversations with Typebot, %s API', (apiVersion) => {
  it('begin with variables, ask, offer options, and hand over by a command that is not shown', async () => {
    host.a.save({ url: typebot.url, apiVersion })
    const begun = await start()
    expect(begun).toMatchObject({ says: [{ text: '**Olá!** Qual é o seu nome?', format: 'markdown' }] })
    expect(begun.asks).toMatchObject({ kind: 'text', options: [] })
    expect(JSON.stringify(typebot.asked.at(-1)!.body)).toContain('"prefilledVariables":{"pushName":"Ana"}')
    const session = begun.session!
    const { answer: offered } = await host.a.serve('bot.proceed', { bot, session, message: says('Ana') })
    expect(offered!.asks!.options.map(({ title }) => title)).toEqual(['Vendas', 'Suporte', 'Encerrar'])
    const { answer: over } = await host.a.serve('bot.proceed', { bot, session, message: says('Encerrar', 'encerrar') })
    expect(over).toMatchObject({ asks: null, hands: { to: 'close' } })
    expect(over!.says).toEqual([{ kind: 'text', text: 'Certo, um momento.', format: 'markdown' }])
  })

  it('that expired are nothing any more', async () => {
    host.a.save({ url: typebot.url, apiVersion })
    const { session } = await start()
    typebot.expire()
    expect(await host.a.serve('bot.proceed', { bot, session: session!, message: says('Oi') })).toEqual({ answer: null })
  })
})

describe('testing a bot', () => {
  it('says what is wrong', async () => {
    const test = async (name = bot) => (await host.a.serve('bot.test', { bot: name })).outcome
    expect(await test()).toBe('unset')
    host.a.save({ url: typebot.url })
    expect(await host.a.serve('bot.test', { bot })).toEqual({ outcome: 'started', says: 1 })
    expect(await test('nenhum')).toBe('missing')
    typebot.failNext(403)
    expect(await test()).toBe('refused')
    typebot.failNext(500)
    expect(await test()).toBe('unreachable')
    expect((await host.b.serve('bot.test', { bot })).outcome).toBe('unset')
  })

  it('takes the Typebot of the installation where the company has none', async () => {
    host.savePlatform({ typebotUrl: typebot.url })
    expect((await host.b.serve('bot.test', { bot })).outcome).toBe('started')
  })
})

describe('answers of Typebot', () => {
  const input = (type: string, more: object = {}) => ({ id: 'i', type, ...more })
  it.each([
    ['text input', 'text'],
    ['number input', 'number'],
    ['email input', 'email'],
    ['url input', 'url'],
    ['date input', 'date'],
    ['time input', 'time'],
    ['phone number input', 'phone'],
    ['rating input', 'rating'],
    ['file input', 'file'],
    ['payment input', 'payment'],
    ['something new', 'text'],
  ])('an %s asks for %s', (type, kind) => {
    expect(readAnswer({ messages: [], input: input(type) }).asks).toMatchObject({ kind })
  })

  it.each([
    ['choice input', [{ id: 'a', content: 'Azul' }], { id: 'a', title: 'Azul', description: '' }],
    [
      'picture choice input',
      [{ id: 'a', title: 'Azul', description: 'o claro', pictureSrc: 'https://x.example/a.png' }],
      { id: 'a', title: 'Azul', description: 'o claro' },
    ],
    ['cards', [{ id: 'a', title: 'Azul', description: null }], { id: 'a', title: 'Azul', description: '' }],
  ])('an %s offers its items, one or several of them', (type, items, option) => {
    const asks = (more: object) => readAnswer({ messages: [], input: input(type, { items, ...more }) }).asks
    expect(asks({})).toEqual({ kind: 'choice', options: [option], many: false })
    expect(asks({ options: { isMultipleChoice: true } })).toMatchObject({ many: true })
  })

  it('tell what the bot found out, which is not shown', () => {
    const set = (id: string, variables: object) => ({
      id,
      type: 'text',
      content: { type: 'markdown', markdown: JSON.stringify({ type: 'set', variables }) },
    })
    expect(
      readAnswer({
        messages: [set('a', { cor: 'azul', itens: 1 }), set('b', { itens: 2 })],
        input: input('text input'),
      }),
    ).toMatchObject({ says: [], variables: { cor: 'azul', itens: '2' }, asks: { kind: 'text' } })
  })

  it('give media, links, pauses in their place, and nothing for scripts', () => {
    const { says: said } = readAnswer({
      messages: [
        { id: 'a', type: 'image', content: { url: 'https://x.example/a.png' } },
        { id: 'b', type: 'video', content: { type: 'youtube', id: 'dQw4' } },
        { id: 'c', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'Um' }] }] } },
        { id: 'd', type: 'image', content: { url: 'javascript:alert(1)' } },
      ],
      clientSideActions: [
        { type: 'wait', lastBubbleBlockId: 'a', wait: { secondsToWaitFor: 900 } },
        { type: 'scriptToExecute', lastBubbleBlockId: 'b' },
        { type: 'redirect', redirect: { url: 'https://x.example/ir' } },
      ],
    })
    expect(said).toEqual([
      { kind: 'text', text: 'https://x.example/ir', format: 'plain' },
      { kind: 'file', url: 'https://x.example/a.png', media: 'image' },
      { kind: 'wait', seconds: 30 },
      { kind: 'text', text: 'https://youtu.be/dQw4', format: 'plain' },
      { kind: 'text', text: 'Um', format: 'plain' },
      { kind: 'text', text: 'javascript:alert(1)', format: 'plain' },
    ])
  })
})
