import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { speak, type Voice } from './speech.ts'

/* Against a server that is asked at the addresses that the providers document. */

const asked: { host: string; path: string; headers: Record<string, unknown>; body: string }[] = []
let answer = { status: 200, body: Buffer.from('OggS and more') }
let server: Server

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const host = String(request.headers['x-asked-host'])
      asked.push({ host, path: request.url!, headers: request.headers, body })
      response.writeHead(answer.status).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  asked.length = 0
  answer = { status: 200, body: Buffer.from('OggS and more') }
})
afterAll(() => {
  server.close()
})

/** Leads every host to the server, and says which one was meant. */
const leading: typeof fetch = (input, init) => {
  const url = new URL(String(input))
  const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}${url.pathname}${url.search}`
  return fetch(here, { ...init, headers: { ...(init!.headers as Record<string, string>), 'x-asked-host': url.host } })
}
const voice = (more: Partial<Voice>): Voice => ({
  provider: 'openai',
  voice: 'alloy',
  apiKey: 'k',
  region: 'brazilsouth',
  url: 'https://api.openai.com/v1/',
  model: 'gpt-4o-mini-tts',
  ...more,
})

it('OpenAI speaks Ogg Opus', async () => {
  const { bytes, host } = await speak('Olá', voice({}), leading)
  expect(host).toBe('api.openai.com')
  expect(bytes.length).toBe(13)
  expect(asked[0]).toMatchObject({ path: '/v1/audio/speech', headers: { authorization: 'Bearer k' } })
  expect(JSON.parse(asked[0]!.body)).toEqual({
    model: 'gpt-4o-mini-tts',
    input: 'Olá',
    voice: 'alloy',
    response_format: 'opus',
  })
})

it('ElevenLabs is asked by the id of a voice, which leads nowhere else', async () => {
  await speak('Olá', voice({ provider: 'elevenlabs', voice: '../x?y' }), leading)
  expect(asked[0]).toMatchObject({
    host: 'api.elevenlabs.io',
    path: '/v1/text-to-speech/..%2Fx%3Fy?output_format=opus_48000_64',
    headers: { 'xi-api-key': 'k' },
  })
})

it('Azure is asked in its region by SSML, in which a text stays a text', async () => {
  await speak('1 < 2 & "sim"</voice>', voice({ provider: 'azure', voice: 'pt-BR-FranciscaNeural' }), leading)
  expect(asked[0]).toMatchObject({
    host: 'brazilsouth.tts.speech.microsoft.com',
    path: '/cognitiveservices/v1',
    headers: { 'ocp-apim-subscription-key': 'k', 'x-microsoft-outputformat': 'ogg-48khz-16bit-mono-opus' },
  })
  expect(asked[0]!.body).toContain('xml:lang="pt-BR"><voice name="pt-BR-FranciscaNeural">1 &#60; 2 &#38; &#34;sim')
  expect(asked[0]!.body.match(/<\/voice>/g)).toHaveLength(1)
})

it.each([
  [401, 'no', 'ERR_AI_KEY'],
  [429, 'slow', 'ERR_AI_BUSY'],
  [200, '<html>', 'ERR_AI_ANSWER'],
  [500, '', 'ERR_AI_UNREACHABLE'],
] as const)('an answer %i %j is a failure', async (status, body, code) => {
  answer = { status, body: Buffer.from(body) }
  await expect(speak('Olá', voice({}), leading)).rejects.toMatchObject({ code })
})
