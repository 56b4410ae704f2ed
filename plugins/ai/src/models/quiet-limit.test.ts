import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { googleProvider } from './google.ts'
import { openAiProvider } from './openai.ts'
import type { ModelAnswer, ModelQuestion, Provider, ProviderAccess } from './provider.ts'
import { notQuietFor } from './quiet-limit.ts'
import { responsesProvider } from './responses.ts'

/* Against servers that begin an answer and say nothing any more, or say nothing at all. */

const question: ModelQuestion = { model: 'm', turns: [{ role: 'user', text: 'Oi' }], maxTokens: 50 }
const chunk = {
  id: 'x',
  object: 'chat.completion.chunk',
  model: 'm',
  choices: [{ index: 0, delta: { content: 'Olá' } }],
}
const generated = { candidates: [{ content: { parts: [{ text: 'Olá' }] } }] }
const told = { type: 'response.output_text.delta', delta: 'Olá', sequence_number: 1 }

afterEach(() => void vi.useRealTimers())

it.each([
  ['OpenAI’s', openAiProvider, chunk],
  ['OpenAI’s newer', responsesProvider, told],
  ['Google’s', googleProvider, generated],
] as const)(
  'an answer by %s protocol ends where its provider says nothing for too long, before and after its first piece',
  async (_whose, reach: (access: ProviderAccess) => Promise<Provider>, begun) => {
    for (const isBegun of [true, false]) {
      const server = createServer((request, response) => {
        request.resume()
        response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
        if (isBegun) response.write(`data: ${JSON.stringify(begun)}\n\n`)
      })
      await once(server.listen(0, '127.0.0.1'), 'listening')
      const left = new Promise((resolve) =>
        server.on('request', (_request, { socket }) => socket!.on('close', resolve)),
      )
      const ending = new AbortController()
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const provider = await reach({ url, apiKey: 'k', fetch, signal: ending.signal })
      const pieces = notQuietFor(isBegun ? 2_000 : 200, provider.stream(question), ending)
      if (isBegun) expect(await pieces.next()).toEqual({ done: false, value: 'Olá' })
      await expect(pieces.next()).rejects.toMatchObject({ code: 'ERR_AI_UNREACHABLE' })
      await left
      server.close()
    }
  },
)

it('time in which the reader takes a piece does not count', async () => {
  vi.useFakeTimers()
  const whole: ModelAnswer = { text: 'ab', calls: [], model: 'm', cut: false, tokens: { input: 1, output: 1 } }
  const ending = new AbortController()
  const told = async function* (): AsyncGenerator<string, ModelAnswer> {
    yield 'a'
    yield 'b'
    return whole
  }
  const pieces = notQuietFor(1_000, told(), ending)
  for (const value of ['a', 'b']) {
    expect(await pieces.next()).toEqual({ done: false, value })
    vi.advanceTimersByTime(60_000)
  }
  expect(await pieces.next()).toEqual({ done: true, value: whole })
  expect([ending.signal.aborted, vi.getTimerCount()]).toEqual([false, 0])
})
