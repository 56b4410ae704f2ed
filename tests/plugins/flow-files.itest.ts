import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startHttpBotSimulator, type HttpBotSimulator } from '../../plugins/http-bot/simulator/simulator.ts'
import { startTypebotSimulator, type TypebotSimulator } from '../../plugins/typebot/simulator/simulator.ts'
import { eventually, testApp, type Person, type TestApp } from '../harness/app.ts'
import { wav } from '../harness/recording.ts'
import { webSite, type WebSite } from '../harness/web-site.ts'
import { Visitor } from './webchat.rig.ts'

/* Files between contacts and the bots of flows, through the front door of the product and back. */

const publicUrl = 'https://recado.example'
const signingKey = `whsec_${Buffer.from('a key of thirty-two bytes, more.').toString('base64')}`
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
/** A film without a picture: what tells its type is there. */
const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom\0\0\x02\0isomiso2'), Buffer.alloc(64)])
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n')

let node: TestApp
let ana: Person
let program: HttpBotSimulator
let typebot: TypebotSimulator
let site: WebSite
const visitors: Visitor[] = []
beforeAll(async () => {
  node = await testApp({ channel: 'webchat', app: { egress: { allow: ['127.0.0.0/8'] }, publicUrl } })
  ana = await node.signIn(node.a.admin)
  program = await startHttpBotSimulator(signingKey)
  typebot = await startTypebotSimulator()
  site = await webSite()
  site.answer('/foto.png', { headers: { 'content-type': 'image/png' }, body: png })
  site.answer('/fala.wav', { headers: { 'content-type': 'audio/wav' }, body: wav() })
  site.answer('/filme.mp4', { headers: { 'content-type': 'video/mp4' }, body: mp4 })
  site.answer('/tabela.pdf', { headers: { 'content-type': 'application/pdf' }, body: pdf })
  await ana.ok('PUT', '/api/plugins/http-bot', { enabled: true, settings: { url: program.url, signingKey } })
  await ana.ok('PUT', '/api/plugins/typebot', { enabled: true, settings: { url: typebot.url } })
})
afterAll(async () => {
  for (const visitor of visitors) visitor.close()
  await node?.close()
  await program?.close()
  await typebot?.close()
  await site?.close()
})

const at = (path: string): string => `http://127.0.0.1:${site.port}${path}`

/** A flow that gives everything to one bot answers; a visitor writes to it. */
async function talkWith(bot: { provider: string; bot: string }) {
  const graph = {
    nodes: [
      { id: 'start', kind: 'start' },
      { id: 'bot', kind: 'bot', data: bot },
      { id: 'people', kind: 'people' },
    ],
    edges: [
      { id: 'e0', from: 'start', outlet: 'next', to: 'bot' },
      { id: 'e1', from: 'bot', outlet: 'finished', to: 'people' },
      { id: 'e2', from: 'bot', outlet: 'failed', to: 'people' },
    ],
  }
  const { id } = await ana.ok<{ id: string }>('POST', '/p/flows/flows', { name: `Fluxo ${randomUUID()}`, graph })
  await ana.ok('POST', `/p/flows/flows/${id}/versions`, { revision: 1 })
  await ana.ok('PUT', `/p/flows/flows/${id}/active`, { isActive: true })
  await ana.ok('PUT', '/responders', {
    scope: { kind: 'company' },
    places: [{ plugin: 'flows', name: 'main', input: { flow: id } }],
  })
  const visitor = new Visitor(node.base, node.a.connection)
  visitors.push(visitor)
  await visitor.session()
  const line = await visitor.listen()
  await line.next('live')
  return {
    visitor,
    /** What the visitor was told, when it is so much: kinds of files, and texts. */
    hears: (count: number) =>
      eventually(
        async () => line.messages().filter(({ from }) => from !== 'visitor'),
        (told) => told.length >= count,
      ).then((told) => told.map(({ text, files }) => files[0]?.kind ?? text)),
    files: () => line.messages().flatMap(({ from, files }) => (from === 'visitor' ? [] : files)),
  }
}
/** What anybody gets at an address that a bot was given. */
async function read(address: string): Promise<Buffer> {
  expect(address.startsWith(`${publicUrl}/`)).toBe(true)
  const response = await fetch(address.replace(publicUrl, node.base))
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

it('any program answers with sound, film, picture and file, and reads the files of the contact', async () => {
  program.answerNext(
    200,
    JSON.stringify({
      says: [
        { kind: 'file', url: at('/foto.png'), media: 'image' },
        { kind: 'file', url: at('/fala.wav'), media: 'audio' },
        { kind: 'file', url: at('/filme.mp4'), media: 'video' },
        { kind: 'file', url: at('/tabela.pdf'), media: 'document' },
        { kind: 'text', text: 'Mande o comprovante' },
      ],
      asks: { kind: 'file' },
    }),
  )
  const { visitor, hears, files } = await talkWith({ provider: 'http-bot', bot: 'arquivos' })
  await visitor.say('oi')
  expect(await hears(5)).toEqual(['image', 'audio', 'video', 'file', 'Mande o comprovante'])
  const [picture] = files()
  expect(Buffer.from(await (await fetch(new URL(picture!.url, node.base))).arrayBuffer())).toEqual(png)

  program.answerNext(200, JSON.stringify({ says: [{ kind: 'text', text: 'Recebido' }], asks: { kind: 'text' } }))
  expect((await visitor.attach('comprovante.png', png, 'image/png')).status).toBe(202)
  expect((await hears(6)).at(-1)).toBe('Recebido')
  const { message } = program.told.at(-1) as { message: { text: string; files: string[] } }
  expect(message.files).toHaveLength(1)
  expect(await read(message.files[0]!)).toEqual(png)
  // Without its signature an address opens nothing.
  const bare = new URL(message.files[0]!)
  expect((await fetch(`${node.base}${bare.pathname}`)).status).toBeGreaterThanOrEqual(400)
})

it('a flow that begins with a bot gives it the files of the very first message', async () => {
  const { visitor, hears } = await talkWith({ provider: 'http-bot', bot: 'arquivos' })
  const before = program.told.length
  program.answerNext(200, JSON.stringify({ says: [{ kind: 'text', text: 'Recebido' }], asks: { kind: 'text' } }))
  expect((await visitor.attach('comprovante.pdf', pdf, 'application/pdf')).status).toBe(202)
  expect(await hears(1)).toEqual(['Recebido'])
  expect(program.told).toHaveLength(before + 1)
  const { type, message } = program.told.at(-1) as { type: string; message: { files: string[] } }
  expect(type).toBe('conversation.started')
  expect(message.files).toHaveLength(1)
  expect(await read(message.files[0]!)).toEqual(pdf)
})

it('Typebot answers with all its bubbles, and reads the files of the contact', async () => {
  const { visitor, hears } = await talkWith({ provider: 'typebot', bot: 'boas-vindas' })
  await visitor.say('oi')
  await hears(1)
  typebot.sayNext([
    { id: 'i', type: 'image', content: { url: at('/foto.png') } },
    { id: 'a', type: 'audio', content: { url: at('/fala.wav') } },
    { id: 'v', type: 'video', content: { url: at('/filme.mp4'), type: 'url' } },
    { id: 't', type: 'text', content: { type: 'markdown', markdown: 'Mande o documento' } },
  ])
  await visitor.say('Lia')
  expect((await hears(5)).slice(1)).toEqual(['image', 'audio', 'video', 'Mande o documento'])
  expect((await visitor.attach('documento.pdf', pdf, 'application/pdf')).status).toBe(202)
  await hears(6)
  const { message } = typebot.asked.at(-1)!.body as { message: { attachedFileUrls: string[] } }
  expect(message.attachedFileUrls).toHaveLength(1)
  expect(await read(message.attachedFileUrls[0]!)).toEqual(pdf)
})
