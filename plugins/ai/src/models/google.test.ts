import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelTurn } from '@recado/sdk'
import { afterEach, describe, expect, it } from 'vitest'
import { contentsOf, googleProvider } from './google.ts'
import type { ModelQuestion } from './provider.ts'

/* Against a server that answers as Google documents it. */

const turns: ModelTurn[] = [
  { role: 'system', text: 'Seja breve.' },
  { role: 'user', text: 'Oi' },
  { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'look', arguments: { at: 1 } }] },
  { role: 'tool', callId: 'c1', text: 'azul' },
]
const question: ModelQuestion = {
  model: 'gemini-x',
  turns,
  tools: [{ name: 'look', description: 'Olha', parameters: { properties: {} } }],
  maxTokens: 50,
  temperature: 1.5,
}
const asked: { path: string; key: unknown; body: Record<string, unknown> }[] = []
let server: Server | undefined

/** Gives these answers in their order, and the last one again. */
async function serve(...answers: { status?: number; body: string; headers?: Record<string, string> }[]) {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push({
        path: request.url!,
        key: request.headers['x-goog-api-key'],
        body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
      })
      const { status = 200, body, headers = {} } = answers[Math.min(asked.length, answers.length) - 1]!
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta`
  return googleProvider({ url, apiKey: 'k', fetch, signal: AbortSignal.timeout(10_000) })
}
const refused = (code: number, message: string, status: string): string =>
  JSON.stringify({ error: { code, message, status } })
const patience = { limitMs: 5_000, retries: 0 }

afterEach(() => {
  asked.length = 0
  server?.closeAllConnections()
  server?.close()
})

describe('Google', () => {
  it('is asked by its own protocol, and its answer read', async () => {
    const parts = [
      { text: 'hm', thought: true },
      { text: 'Vejo.' },
      { functionCall: { name: 'look', args: { at: 2 } } },
    ]
    const provider = await serve({
      body: JSON.stringify({
        candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }],
        usageMetadata: { promptTokenCount: 7, candidatesTokenCount: 3, thoughtsTokenCount: 5 },
        modelVersion: 'gemini-x-001',
      }),
    })
    expect(await provider.complete(question)).toEqual({
      text: 'Vejo.',
      calls: [{ id: 'call_2', name: 'look', arguments: { at: 2 } }],
      model: 'gemini-x-001',
      cut: false,
      tokens: { input: 7, output: 8 },
    })
    expect(asked[0]).toMatchObject({
      path: '/v1beta/models/gemini-x:generateContent',
      key: 'k',
      body: {
        systemInstruction: { parts: [{ text: 'Seja breve.' }] },
        contents: [
          { role: 'user', parts: [{ text: 'Oi' }] },
          { role: 'model', parts: [{ functionCall: { name: 'look', args: { at: 1 } } }] },
          { role: 'user', parts: [{ functionResponse: { name: 'look', response: { result: 'azul' } } }] },
        ],
        tools: [{ functionDeclarations: [{ name: 'look', parametersJsonSchema: { type: 'object' } }] }],
        generationConfig: { temperature: 1.5 },
      },
    })
  })

  it('answers in pieces, and one that ends without its reason was cut', async () => {
    const piece = (text: string, more: object = {}): string =>
      `data: ${JSON.stringify({ candidates: [{ content: { parts: [{ text }] }, ...more }] })}\r\n\r\n`
    const provider = await serve(
      { body: piece('Olá') + piece('!', { finishReason: 'MAX_TOKENS' }) },
      { body: piece('Olá') },
    )
    const stream = provider.stream(question)
    expect(await stream.next()).toEqual({ done: false, value: 'Olá' })
    expect(await stream.next()).toEqual({ done: false, value: '!' })
    expect(await stream.next()).toMatchObject({ done: true, value: { text: 'Olá!', cut: true } })
    expect(asked[0]!.path).toBe('/v1beta/models/gemini-x:streamGenerateContent?alt=sse')
    const cut = provider.stream(question)
    await cut.next()
    await expect(cut.next()).rejects.toMatchObject({ code: 'ERR_AI_UNREACHABLE' })
  })

  it('makes vectors of passages and of questions, many at once', async () => {
    const provider = await serve({ body: JSON.stringify({ embeddings: [{ values: [1, 2] }, { values: [3, 4] }] }) })
    const made = await provider.embed(['um texto', 'dois'], 'gemini-embedding-001', patience, 'passage')
    expect(made).toEqual({
      vectors: [
        [1, 2],
        [3, 4],
      ],
      tokens: { input: 3, output: 0 },
    })
    expect(asked[0]).toMatchObject({
      path: '/v1beta/models/gemini-embedding-001:batchEmbedContents',
      body: {
        requests: [
          {
            model: 'models/gemini-embedding-001',
            content: { parts: [{ text: 'um texto' }] },
            taskType: 'RETRIEVAL_DOCUMENT',
          },
          { content: { parts: [{ text: 'dois' }] } },
        ],
      },
    })
    await expect(provider.embed(['um'], 'm', patience, 'question')).rejects.toMatchObject({ code: 'ERR_AI_ANSWER' })
    expect(asked[1]!.body).toMatchObject({ requests: [{ taskType: 'RETRIEVAL_QUERY' }] })
  })

  it.each([
    [400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT', 'ERR_AI_KEY'],
    [403, 'Permission denied', 'PERMISSION_DENIED', 'ERR_AI_KEY'],
    [404, 'models/x is not found', 'NOT_FOUND', 'ERR_AI_MODEL'],
    [400, 'The input token count (9000) exceeds the maximum', 'INVALID_ARGUMENT', 'ERR_AI_TOO_LONG'],
    [400, 'odd', 'INVALID_ARGUMENT', 'ERR_AI_ANSWER'],
  ])('refuses with %i, “%s”', async (status, message, name, code) => {
    const provider = await serve({ status, body: refused(status, message, name) })
    await expect(provider.complete(question)).rejects.toMatchObject({ code })
    expect(asked, 'once').toHaveLength(1)
  })

  it('is asked again as soon as it says, three times in all', async () => {
    const busy = { status: 429, body: refused(429, 'slow', 'RESOURCE_EXHAUSTED'), headers: { 'retry-after': '0' } }
    const provider = await serve(busy, { body: JSON.stringify({ models: [{ name: 'models/gemini-x' }] }) })
    expect(await provider.list()).toEqual([{ id: 'gemini-x' }])
    asked.length = 0
    server!.close()
    const away = await serve(busy)
    await expect(away.complete(question)).rejects.toMatchObject({ code: 'ERR_AI_BUSY' })
    expect(asked).toHaveLength(3)
  })

  it('is never asked with a conversation that the model begins', () => {
    const opening: ModelTurn[] = [{ role: 'assistant', text: 'Oi', calls: [] }]
    expect(contentsOf(opening)[0]).toEqual({ role: 'user', parts: [{ text: '…' }] })
  })
})
