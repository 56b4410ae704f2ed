import type { MeaningStanding } from '../../plugins/knowledge/src/meaning/standing.ts'
import type { Prompt } from '../../plugins/ai/src/prompts/prompt.ts'
import type { Words } from '../../plugins/ai/src/words/words-store.ts'
import type { Message, MessagePage, Ticket, TicketPage } from '@recado/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { stranger } from '../harness/stranger.ts'
import { answersFirst } from './ai-agent.rig.ts'
import { ogg, png } from './ai.rig.ts'
import { enable, install, masterOf } from './install.rig.ts'
import { Visitor } from './webchat.rig.ts'

/* Somebody else's providers, packed with the SDK alone and installed. Their ids come before the house's own plugin,
   which all the same is asked first and hides, counts and logs. */

const told = `
const heard = []
const waiting = []
let going = 0
const wake = () => { for (const go of waiting.splice(0)) go() }
const note = (what, input, ctx) => { heard.push({ what, tenant: ctx.tenant, ...input }); return input }
`
const definition = (kinds: string) => `
  provides: [${kinds}],
  routes: { heard: defineRoute({ method: 'GET', path: '/heard', summary: 'What it was asked.', access: { kind:
    'session', permission: 'tickets.read' }, rate: 'read', response: z.object({ heard: z.string() }) }),
    goOn: defineRoute({ method: 'POST', path: '/go-on', summary: 'Lets it say the rest.', access: { kind: 'session',
    permission: 'tickets.read' }, rate: 'write', response: Empty }) },`
const complete = `model: { complete: async (input, ctx) => {
  note('complete', input, ctx)
  const text = 'Ouvi: ' + input.turns.at(-1).text
  return { text, calls: [], model: 'aaa-1', cut: false, tokens: { input: 30, output: 20 } }
} },`
const everything = `
  embeddings: {
    model: async () => ({ model: 'aaa-vectors' }),
    embed: async (input, ctx) => ({
      model: 'aaa-vectors',
      vectors: note('embed', input, ctx).texts.map((text) => (/carro|autom/i.test(text) ? [1, 0, 0.1] : [0, 1, 0.1])),
      tokens: { input: 7, output: 0 },
    }),
  },
  transcription: { transcribe: async ({ audio, ...input }, ctx) => {
    note('transcribe', { ...input, bytes: audio.length }, ctx)
    return { text: 'quero um bolo de milho', language: 'pt', model: 'aaa-ears', tokens: { input: 11, output: 4 } }
  } },
  speech: { speak: async (input, ctx) => {
    note('speak', input, ctx)
    const audio = new Uint8Array(input.voice === 'mudo' ? [1, 2, 3, 4, 5] : [${[...ogg].join(',')}])
    return { audio, model: 'aaa-voice' }
  } },`
/** Tells the first piece, and the rest when the test lets it go on. */
const inPieces = `
  modelStream: { complete: async (input, ctx, { tell }) => {
    const text = input.turns.at(-1).text
    note('stream', input, ctx)
    ctx.signal.addEventListener('abort', () => { note('ended', { text }, ctx); wake() })
    const answer = { text: 'Ouvi: ' + text, calls: [], model: 'aaa-1', cut: false, tokens: { input: 30, output: 20 } }
    if (text === 'sem fim') for (;;) await tell('de novo '.repeat(100))
    await tell('Ouvi: ')
    if (text === 'cortado') throw new Error('the connection was lost')
    while (going === 0) {
      ctx.signal.throwIfAborted()
      await new Promise((resolve) => waiting.push(resolve))
    }
    going -= 1
    await tell(text)
    return answer
  } },
  vision: { complete: async ({ image, ...input }, ctx) => {
    note('see', { ...input, mime: image.mime, bytes: image.bytes.length }, ctx)
    return { text: 'um pão de queijo', calls: [], model: 'aaa-eyes', cut: false, tokens: { input: 9, output: 5 } }
  } },`
const implementation = (services: string) =>
  `routes: {
     heard: async () => ({ heard: JSON.stringify(heard) }),
     goOn: async () => { going += 1; wake(); return {} },
   }, services: { ${complete} ${services} },`
const textsAlone = () =>
  stranger('aaa', { before: told, definition: definition(`'model'`), implementation: implementation('') })
const ableToAll = () =>
  stranger('aaa', {
    version: '2.0.0',
    before: told,
    definition: definition(`'model', 'embeddings', 'transcription', 'speech'`),
    implementation: implementation(everything),
  })
const ableToStream = () =>
  stranger('aaa', {
    version: '3.0.0',
    before: told,
    definition: definition(`'model', 'modelStream', 'vision'`),
    implementation: implementation(inPieces),
  })

interface Heard extends Record<string, unknown> {
  readonly what: string
  readonly tenant: string
}
interface Spent {
  readonly plugin: string
  readonly purpose: string
  readonly model: string
  readonly asked: number
  readonly failed: number
  readonly input: number
  readonly output: number
}

let node: TestApp
let ana: Person
let bia: Person
const visitors: Visitor[] = []
beforeAll(async () => {
  node = await testApp({ channel: 'webchat', app: { pluginSignatures: 'ask' } })
  ana = await masterOf(node, node.a.admin)
  bia = await node.signIn(node.b.admin)
  await install(ana, await textsAlone())
  await enable(ana, 'aaa')
  await ana.ok('PUT', '/api/plugins/ai', { enabled: true, settings: { provider: 'plugin' } })
})
afterAll(async () => {
  for (const visitor of visitors) visitor.close()
  await node?.close()
})

const heard = async (what: string): Promise<Heard[]> =>
  (JSON.parse((await ana.ok<{ heard: string }>('GET', '/p/aaa/heard')).heard) as Heard[]).filter(
    (one) => one.what === what,
  )
const spentOn = async (purpose: string): Promise<Spent[]> =>
  (await ana.ok<{ spent: Spent[] }>('GET', '/p/ai/usage')).spent.filter((one) => one.purpose === purpose)
const standing = () => ana.ok<MeaningStanding>('GET', '/p/knowledge/meaning')
const messagesOf = async (id: string): Promise<Message[]> =>
  (await ana.ok<MessagePage>('GET', `/messages/${id}`)).messages

async function visitor(text: string): Promise<{ one: Visitor; ticket: Ticket }> {
  const one = new Visitor(node.base, node.a.connection)
  visitors.push(one)
  await one.session()
  await one.say(text)
  const path = '/tickets?status[]=pending&showAll=true&limit=100'
  const [ticket] = await eventually(
    async () => (await ana.ok<TicketPage>('GET', path)).tickets.filter(({ lastMessage }) => lastMessage === text),
    (found) => found.length > 0,
  )
  return { one, ticket: ticket! }
}
async function recording(text: string): Promise<{ message: Message; ticket: Ticket }> {
  const { one, ticket } = await visitor(text)
  await one.attach('voz.ogg', ogg, 'audio/ogg')
  const message = await eventually(
    async () => (await messagesOf(ticket.id)).find(({ media }) => media.length > 0),
    (found) => found !== undefined,
  )
  return { message: message!, ticket }
}
const asked = (ticketId: string, text: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${node.base}/p/ai/rewrite`, {
    method: 'POST',
    headers: { ...ana.credentials, 'content-type': 'application/json' },
    body: JSON.stringify({ ticketId, text, wish: { kind: 'shorten' } }),
    signal: signal ?? null,
  })
const rewrite = async (ticketId: string, text: string): Promise<string> => (await asked(ticketId, text)).text()

describe('a provider that somebody packed in one file, of texts alone', () => {
  it('is said to do nothing else, and what it does not do is refused with the reason', async () => {
    expect(await ana.ok('POST', '/p/ai/models')).toEqual({ plugin: 'Plugin aaa', offers: ['model'], models: [] })
    const { message, ticket } = await recording('Só textos')
    expect(await rewrite(ticket.id, 'Chega amanhã.')).toContain('Ouvi: ')
    expect(await ana.refused('POST', `/messages/${message.id}/transcribe`)).toBe('422 ERR_AI_UNABLE')
    expect(await standing()).toMatchObject({ state: 'off', model: null })
    expect(await ana.refused('POST', '/p/ai/vectors/test')).toBe('422 ERR_AI_UNABLE')
  })

  it('is asked by what stands between: personal data is hidden, and the question counted', async () => {
    const { ticket } = await visitor('Com documento')
    expect(await rewrite(ticket.id, 'O CPF 529.982.247-25 está certo.')).toContain('529.982.247-25')
    const asked = await heard('complete')
    expect(JSON.stringify(asked)).not.toContain('529')
    expect(asked.at(-1)).toMatchObject({ tenant: node.a.id, ticketId: ticket.id, purpose: 'rewrite' })
    expect(await spentOn('rewrite')).toMatchObject([{ plugin: 'ai', model: 'aaa-1', asked: 2, input: 60, output: 40 }])
  })
})

describe('one that writes out, speaks and makes vectors too', () => {
  beforeAll(async () => {
    await install(ana, await ableToAll())
  })

  it('is said to', async () => {
    expect(await ana.ok('POST', '/p/ai/models')).toMatchObject({
      offers: ['model', 'embeddings', 'transcription', 'speech'],
    })
  })

  it('writes recordings out, by which they are found, counted in tokens', async () => {
    const { message, ticket } = await recording('Mando um áudio')
    expect(await ana.ok<Words>('POST', `/messages/${message.id}/transcribe`)).toMatchObject({
      state: 'done',
      text: 'quero um bolo de milho',
      language: 'pt',
    })
    expect(await heard('transcribe')).toMatchObject([
      { tenant: node.a.id, ticketId: ticket.id, purpose: 'transcription', bytes: ogg.length, name: 'voice.ogg' },
    ])
    expect((await spentOn('transcription')).find(({ model }) => model === 'aaa-ears')).toMatchObject({
      asked: 1,
      failed: 0,
      input: 11,
      output: 4,
    })
    const { results } = await ana.ok<{ results: { ticket: { id: string } }[] }>(
      'GET',
      '/messages/search?searchParam=bolo%20milho',
    )
    expect(results).toHaveLength(1)
  })

  it('makes the vectors by which articles are found, without personal data', async () => {
    const article = { language: 'pt-BR', isPublished: true, audience: 'customers' }
    await ana.ok('POST', '/p/knowledge/articles', {
      ...article,
      title: 'Estacionamento',
      body: 'Guarde o automóvel no subsolo. Fale com ana@exemplo.com.br.',
    })
    await ana.ok('POST', '/p/knowledge/articles', { ...article, title: 'Trocas', body: 'Trocamos em trinta dias.' })
    expect(await eventually(standing, ({ state }) => state === 'ready')).toMatchObject({
      model: 'aaa-vectors',
      read: 2,
      passages: 2,
    })
    const { passages } = await ana.ok<{ passages: { title: string }[] }>(
      'GET',
      `/p/knowledge/search?query=${encodeURIComponent('onde deixo meu carro?')}`,
    )
    expect(passages.map(({ title }) => title)).toEqual(['Estacionamento'])
    expect(JSON.stringify(await heard('embed'))).not.toContain('ana@exemplo')
    const [passages_] = await spentOn('embedding-passage')
    expect(passages_).toMatchObject({ plugin: 'knowledge', model: 'aaa-vectors', input: 7 * passages_!.asked })
    expect(await ana.ok('POST', '/p/ai/vectors/test')).toEqual({ model: 'aaa-vectors', dimensions: 3 })
  })

  it('speaks the answers of an agent, and what is no voice note is read', async () => {
    const draft = { name: 'Falante', text: 'Você atende a padaria.', usesKnowledge: false, voiceProvider: 'plugin' }
    const prompt = await ana.ok<Prompt>('POST', '/p/ai/prompts', draft)
    expect(prompt).toMatchObject({ voiceProvider: 'plugin', voice: '', hasVoiceKey: false })
    await answersFirst({ ana } as never, prompt.id)
    const notes = async (id: string) => (await messagesOf(id)).filter(({ fromMe, media }) => fromMe && media.length > 0)
    const { one, ticket } = await visitor('Prefiro áudio')
    await eventually(
      () => messagesOf(ticket.id),
      (all) => all.some(({ body }) => body === 'Ouvi: Prefiro áudio'),
    )
    await one.attach('voz.ogg', ogg, 'audio/ogg')
    const [note] = await eventually(
      () => notes(ticket.id),
      (all) => all.length > 0,
    )
    expect(note!.parts[0]).toMatchObject({ kind: 'media', as: 'voice' })
    expect(await heard('speak')).toMatchObject([
      { tenant: node.a.id, ticketId: ticket.id, text: 'Ouvi: quero um bolo de milho', voice: '' },
    ])
    expect(await spentOn('speech')).toMatchObject([{ plugin: 'ai', model: 'aaa-voice', asked: 1 }])
    await ana.ok('PUT', `/p/ai/prompts/${prompt.id}`, { ...draft, voice: 'mudo' })
    await one.attach('voz2.ogg', ogg, 'audio/ogg')
    await eventually(
      () => messagesOf(ticket.id),
      (all) => all.some(({ body }) => body === 'Ouvi: quero um bolo de milho'),
    )
    expect(await notes(ticket.id)).toHaveLength(1)
    await ana.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
  })

  it('stops at the budget of the company like any other, and answers nobody else’s questions', async () => {
    const budget = { provider: 'plugin', dailyTokens: 1_000 }
    await ana.ok('PUT', '/api/plugins/ai', { enabled: true, settings: budget })
    const { message, ticket } = await recording('Sem orçamento')
    await eventually(
      () => rewrite(ticket.id, 'Mais uma.'),
      (said) => said.includes('ERR_AI_BUDGET'),
      20_000,
    )
    const before = (await heard('transcribe')).length
    expect(await ana.refused('POST', `/messages/${message.id}/transcribe`)).toBe('422 ERR_AI_BUDGET')
    expect(await heard('transcribe')).toHaveLength(before)
    for (const one of ['complete', 'embed', 'transcribe', 'speak'])
      expect(new Set((await heard(one)).map(({ tenant }) => tenant))).toEqual(new Set([node.a.id]))
    await bia.ok('PUT', '/api/plugins/ai', { enabled: true, settings: { provider: 'plugin' } })
    expect(await bia.refused('POST', '/p/ai/models'), 'the other company has not switched it on').toBe(
      '422 ERR_AI_NO_PLUGIN',
    )
    expect((await bia.ok<{ spent: Spent[] }>('GET', '/p/ai/usage')).spent).toEqual([])
  })
})

describe('one that tells its answers while it writes them, and looks at images', () => {
  let ticket: Ticket
  const goOn = () => ana.ok('POST', '/p/aaa/go-on')
  /** What has come of an answer so far, until it fits. */
  const read = async (response: Response, fits: (text: string) => boolean): Promise<string> => {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!fits(text)) {
      const { done, value } = await reader.read()
      if (done) throw new Error(`it ended with ${text}`)
      text += value
    }
    reader.releaseLock()
    return text
  }

  beforeAll(async () => {
    await install(ana, await ableToStream())
    await ana.ok('PUT', '/api/plugins/ai', { enabled: true, settings: { provider: 'plugin', readImages: true } })
    ticket = (await visitor('Aos poucos')).ticket
  })

  it('is said to', async () => {
    expect(await ana.ok('POST', '/p/ai/models')).toMatchObject({ offers: ['model', 'modelStream', 'vision'] })
  })

  it('shows the first word before the last one was written, without personal data on the way', async () => {
    const before = await spentOn('rewrite')
    const response = await asked(ticket.id, 'O CPF 529.982.247-25 está certo.')
    const stream = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!text.includes('Ouvi: ')) text += (await stream.read()).value
    expect(text).not.toContain('529')
    expect((await heard('stream')).at(-1)).toMatchObject({ tenant: node.a.id, ticketId: ticket.id, purpose: 'rewrite' })
    await goOn()
    for (let next = await stream.read(); !next.done; next = await stream.read()) text += next.value
    expect(text).toContain('529.982.247-25')
    expect(text).toContain('event: done')
    expect(JSON.stringify(await heard('stream'))).not.toContain('529')
    const [{ asked: count, input, output }] = before as [Spent]
    expect(await spentOn('rewrite')).toMatchObject([{ asked: count + 1, input: input + 30, output: output + 20 }])
  })

  it('learns that who reads went away', async () => {
    const leaving = new AbortController()
    const response = await asked(ticket.id, 'deixa pra lá', leaving.signal)
    await read(response, (text) => text.includes('Ouvi: '))
    expect((await heard('ended')).filter(({ text }) => text === 'deixa pra lá')).toEqual([])
    leaving.abort()
    await eventually(
      () => heard('ended'),
      (all) => all.some(({ text }) => text === 'deixa pra lá'),
    )
  })

  it('is said to have failed where an answer is cut, and where it does not end', async () => {
    const cut = await rewrite(ticket.id, 'cortado')
    expect(cut).toContain('Ouvi: ')
    expect(cut).toContain('ERR_AI_REWRITE')
    expect(cut).not.toContain('event: done')
    const endless = await rewrite(ticket.id, 'sem fim')
    expect(endless).toContain('ERR_AI_REWRITE')
    expect(endless.length).toBeLessThan(1_000_000)
    expect(endless).not.toContain('event: done')
    expect((await heard('ended')).map(({ text }) => text)).toContain('sem fim')
    await goOn()
    expect(await rewrite(ticket.id, 'Chega amanhã.'), 'the next one is answered').toContain('event: done')
  })

  it('looks at what customers send', async () => {
    const draft = { name: 'Vidente', text: 'Você atende a padaria.', usesKnowledge: false }
    const prompt = await ana.ok<Prompt>('POST', '/p/ai/prompts', draft)
    await answersFirst({ ana } as never, prompt.id)
    const { one, ticket: shown } = await visitor('Olha a foto')
    await eventually(
      () => messagesOf(shown.id),
      (all) => all.some(({ body }) => body === 'Ouvi: Olha a foto'),
    )
    const image = png(1)
    await one.attach('foto.png', image, 'image/png')
    await eventually(
      () => messagesOf(shown.id),
      (all) => all.some(({ body }) => body === 'Ouvi: um pão de queijo'),
    )
    expect(await heard('see')).toMatchObject([
      { tenant: node.a.id, ticketId: shown.id, purpose: 'image', mime: 'image/png', bytes: image.length },
    ])
    expect(await spentOn('image')).toMatchObject([{ plugin: 'ai', model: 'aaa-eyes', input: 9, output: 5 }])
    await ana.ok('PUT', '/responders', { scope: { kind: 'company' }, places: null })
  })
})
