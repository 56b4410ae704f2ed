import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { anthropicProvider, messagesOf } from './anthropic.ts'
import { failureOf } from './model-failure.ts'
import { openAiProvider, without } from './openai.ts'
import type { ModelQuestion } from './provider.ts'

/* Against servers that answer as the providers document it. */

const question: ModelQuestion = {
  model: 'claude-x',
  turns: [
    { role: 'system', text: 'Seja breve.' },
    { role: 'user', text: 'Oi' },
    { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'look', arguments: { at: 1 } }] },
    { role: 'tool', callId: 'c1', text: 'azul' },
  ],
  tools: [{ name: 'look', description: 'Olha', parameters: { properties: {} } }],
  maxTokens: 50,
  temperature: 1.5,
}
const asked: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[] = []
let server: Server | undefined

async function serve(status: number, body: string, type = 'application/json'): Promise<string> {
  server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push({ path: request.url!, headers: request.headers, body: text === '' ? {} : JSON.parse(text) })
      response.writeHead(status, { 'content-type': type, 'x-should-retry': 'false' }).end(body)
    })
  })
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
const access = (url: string) => ({ url, apiKey: 'k', fetch, signal: AbortSignal.timeout(5_000) })

afterEach(() => {
  asked.length = 0
  server?.closeAllConnections()
  server?.close()
})

it('Anthropic is asked by its own protocol, and its answer read', async () => {
  const url = await serve(
    200,
    JSON.stringify({
      id: 'm',
      type: 'message',
      role: 'assistant',
      model: 'claude-x',
      content: [
        { type: 'text', text: 'Vejo.' },
        { type: 'tool_use', id: 't', name: 'look', input: { at: 2 } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 7, output_tokens: 3 },
    }),
  )
  const answer = await (await anthropicProvider(access(url))).complete(question)
  expect(answer).toEqual({
    text: 'Vejo.',
    calls: [{ id: 't', name: 'look', arguments: { at: 2 } }],
    model: 'claude-x',
    cut: false,
    tokens: { input: 7, output: 3 },
  })
  expect(asked[0]).toMatchObject({
    path: '/v1/messages',
    headers: { authorization: 'Bearer k', 'anthropic-version': expect.any(String) },
    body: {
      system: 'Seja breve.',
      temperature: 1,
      max_tokens: 50,
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Oi' }] },
        { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'look', input: { at: 1 } }] },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'azul' }] },
      ],
      tools: [{ name: 'look', input_schema: { type: 'object' } }],
    },
  })
})

it('a stream of Anthropic comes in pieces and ends with the whole', async () => {
  const events = [
    [
      'message_start',
      {
        message: {
          id: 'm',
          type: 'message',
          role: 'assistant',
          model: 'claude-x',
          content: [],
          stop_reason: null,
          usage: { input_tokens: 4, output_tokens: 0 },
        },
      },
    ],
    ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
    ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Olá' } }],
    ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: '!' } }],
    ['content_block_stop', { index: 0 }],
    ['message_delta', { delta: { stop_reason: 'max_tokens' }, usage: { output_tokens: 2 } }],
    ['message_stop', {}],
  ] as const
  const text = events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`).join('')
  const provider = await anthropicProvider(access(await serve(200, text, 'text/event-stream')))
  const stream = provider.stream({ ...question, tools: [] })
  const pieces: string[] = []
  let next = await stream.next()
  for (; !next.done; next = await stream.next()) pieces.push(next.value)
  expect(pieces).toEqual(['Olá', '!'])
  expect(next.value).toMatchObject({ text: 'Olá!', cut: true, tokens: { input: 4, output: 2 } })
})

it.each([
  [401, { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } }, 'ERR_AI_KEY'],
  [
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
    'ERR_AI_QUOTA',
  ],
  [
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 9' } },
    'ERR_AI_TOO_LONG',
  ],
  [404, { type: 'error', error: { type: 'not_found_error', message: 'model: claude-9' } }, 'ERR_AI_MODEL'],
  [429, { type: 'error', error: { type: 'rate_limit_error', message: 'slow down' } }, 'ERR_AI_BUSY'],
  [529, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'ERR_AI_BUSY'],
  [500, { type: 'error', error: { type: 'api_error', message: 'oops' } }, 'ERR_AI_UNREACHABLE'],
])('Anthropic that answers %i is a failure of its kind: %j', async (status, body, code) => {
  const provider = await anthropicProvider(access(await serve(status, JSON.stringify(body))))
  await expect(provider.complete(question)).rejects.toMatchObject({ code })
})

it('Anthropic has no transcription', async () => {
  const provider = await anthropicProvider(access('http://127.0.0.1:9'))
  await expect(
    provider.transcribe({ bytes: new Uint8Array(1), name: 'a.ogg', mime: 'audio/ogg' }, 'm'),
  ).rejects.toMatchObject({ code: 'ERR_AI_UNABLE' })
})

it('turns of one side are one message, and the person begins', () => {
  expect(
    messagesOf([
      { role: 'assistant', text: 'Olá', calls: [] },
      { role: 'user', text: 'a' },
      { role: 'user', text: 'b' },
      { role: 'assistant', text: ' ', calls: [] },
    ]),
  ).toEqual([
    { role: 'user', content: '…' },
    { role: 'assistant', content: [{ type: 'text', text: 'Olá' }] },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
  ])
})

it.each([
  ['a page instead of JSON', 200, '<html>', 'text/html', 'ERR_AI_ANSWER'],
  ['no choice', 200, '{"choices":[]}', 'application/json', 'ERR_AI_ANSWER'],
  ['nothing', 200, '', 'application/json', 'ERR_AI_ANSWER'],
  [
    'arguments that are no JSON',
    200,
    JSON.stringify({
      choices: [
        {
          message: {
            content: null,
            tool_calls: [{ id: 'a', type: 'function', function: { name: 'x', arguments: '{"a":' } }],
          },
        },
      ],
    }),
    'application/json',
    'ERR_AI_ANSWER',
  ],
])('a compatible server that answers %s is a failure, and no crash', async (_what, status, body, type, code) => {
  const provider = await openAiProvider(access(await serve(status, body, type)))
  await expect(provider.complete({ ...question, turns: question.turns.slice(0, 2) })).rejects.toMatchObject({ code })
})

it('nobody at the address is unreachable', async () => {
  const provider = await openAiProvider({
    ...access('http://127.0.0.1:9/v1'),
    fetch: () => Promise.reject(new Error('refused')),
  })
  await expect(provider.complete(question)).rejects.toMatchObject({ code: 'ERR_AI_UNREACHABLE' })
  expect(failureOf(new Error('anything')).code).toBe('ERR_AI_UNREACHABLE')
})

it('a parameter that is refused is left out, each once', () => {
  const body = { model: 'm', messages: [], max_tokens: 5, temperature: 1 }
  const refused = (param: string) => ({ status: 400, param, message: `Unsupported parameter: '${param}'` })
  expect(without(body, refused('max_tokens'))).toMatchObject({ max_completion_tokens: 5, max_tokens: null })
  expect(without(body, refused('temperature'))).toEqual({ model: 'm', messages: [], max_tokens: 5 })
  expect(without(body, refused('top_p'))).toBeUndefined()
  expect(without(body, { ...refused('temperature'), status: 500 })).toBeUndefined()
})

const patience = { limitMs: 2_000, retries: 0 }

it('vectors are read in the order of their texts, whatever the order of the answer', async () => {
  const data = [
    { index: 1, embedding: [0, 1] },
    { index: 0, embedding: [1, 0] },
  ]
  const url = await serve(200, JSON.stringify({ data, usage: { prompt_tokens: 4, total_tokens: 4 } }))
  const provider = await openAiProvider(access(url))
  expect(await provider.embed(['um', 'dois'], 'e', patience, 'passage')).toEqual({
    vectors: [
      [1, 0],
      [0, 1],
    ],
    tokens: { input: 4, output: 0 },
  })
  expect(asked).toMatchObject([
    { path: '/embeddings', body: { model: 'e', input: ['um', 'dois'], encoding_format: 'float' } },
  ])
})

it.each([
  ['one too few', [{ index: 0, embedding: [1] }]],
  [
    'other lengths',
    [
      { index: 0, embedding: [1] },
      { index: 1, embedding: [1, 0] },
    ],
  ],
  [
    'words',
    [
      { index: 0, embedding: ['a'] },
      { index: 1, embedding: ['b'] },
    ],
  ],
  ['nothing', null],
])('vectors with %s are a failure', async (_what, data) => {
  const provider = await openAiProvider(access(await serve(200, JSON.stringify({ data }))))
  await expect(provider.embed(['um', 'dois'], 'e', patience, 'passage')).rejects.toMatchObject({
    code: 'ERR_AI_ANSWER',
  })
})

it('Anthropic makes no vectors, and says so', async () => {
  const provider = await anthropicProvider(access('http://127.0.0.1:9'))
  await expect(provider.embed(['um'], 'e', patience, 'passage')).rejects.toMatchObject({ code: 'ERR_AI_UNABLE' })
})

it.each([
  ['OpenAI', openAiProvider, { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }],
  [
    'Anthropic',
    anthropicProvider,
    { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
  ],
] as const)('an image stands beside the last words of the user: %s', async (_who, provider, part) => {
  asked.length = 0
  const url = await serve(400, '{"error":{"message":"no"}}')
  const turns = [{ role: 'user' as const, text: 'Descreva.' }]
  const reached = await provider(access(url))
  await expect(
    reached.complete({ model: 'm', turns, image: { mime: 'image/png', base64: 'AAAA' }, maxTokens: 50 }),
  ).rejects.toThrow()
  const [{ content }] = asked[0]!.body['messages'] as [{ content: unknown[] }]
  expect(content).toEqual([{ type: 'text', text: 'Descreva.' }, part])
})
