import {
  ProviderSimulator,
  withFault,
  type ListenOptions,
  type ScriptedRefusal,
  type SimulatorAnswer,
  type SimulatorRequest,
} from '@recado/sdk/testing/simulator'
import { setTimeout as pause } from 'node:timers/promises'
import {
  answerTo,
  writtenArguments,
  type SimulatedAnswer,
  type SimulatedTool,
  type SimulatedTurn,
} from './behaviour.ts'
import { askedOf, generatedOf, googleRefusal, wholeOf, type GoogleBody } from './google.ts'
import { meaningOf } from './meaning.ts'
import { chatOf, eventsOf, respondedOf, type ResponsesBody } from './responses.ts'

/* Stands in for OpenAI and whatever speaks its protocol: chat completions and responses with functions and
   streams, models, transcriptions, speech, embeddings, errors; and for Google: content, streams, models, embeddings. */

interface ChatBody {
  readonly model: string
  readonly messages: readonly SimulatedTurn[]
  readonly tools?: readonly SimulatedTool[]
  readonly stream?: boolean
  readonly temperature?: number
  readonly max_tokens?: number
  readonly max_completion_tokens?: number
}

/** One question with what was answered. */
export interface Exchange {
  readonly body: ChatBody
  readonly answer: SimulatedAnswer
}

const models = [
  { id: 'gpt-6-luna' },
  { id: 'gpt-4o', shutdown_date: '2027-01-14' },
  { id: 'gpt-4o-mini', shutdown_date: '2027-01-14' },
  { id: 'gpt-4.1', shutdown_date: '2027-01-14' },
  { id: 'llama3' },
  { id: 'gpt-transcribe' },
  { id: 'text-embedding-3-small' },
  { id: 'text-embedding-3-large' },
]
const googleModels = ['gemini-3-flash', 'gemini-embedding-001']
/** Texts that one call may bring, as Google allows. */
const mostGoogleEmbedded = 100
/** Models that think take no temperature and no `max_tokens`. */
const thinking = 'gpt-6-luna'
const mostExchanges = 200
/** Texts that one call may bring, as OpenAI allows. */
const mostEmbedded = 2_048

/** The beginning of an Ogg Opus stream: nobody hears it. */
const silentOgg = new Uint8Array(
  Buffer.concat([
    Buffer.from('OggS\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x01\x13OpusHead', 'latin1'),
    Buffer.alloc(64),
  ]),
)

const refusal = ({ status, description = 'planned', retryAfter }: ScriptedRefusal): SimulatorAnswer => ({
  status,
  headers: retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) },
  body: { error: { message: description, type: description, param: null, code: description } },
})

const refuse = (status: number, message: string, code: string, param: string | null = null): SimulatorAnswer => ({
  status,
  body: { error: { message, type: 'invalid_request_error', param, code } },
})

const tokensOf = (text: string): number => Math.ceil(text.length / 4)

export class ModelSimulator extends ProviderSimulator {
  protected readonly page = new URL('page.html', import.meta.url)
  readonly apiKey = 'sk-simulated'
  /** A second key that is taken until it is taken back, as a provider withdraws one. */
  withdrawable: string | undefined
  /** Chat completions, oldest first. */
  readonly exchanges: Exchange[] = []
  /** Follows commands in whatever text it reads. */
  isObedient = false
  /** Pause before each piece of a stream. */
  pieceMs = 0
  /** What is heard in every recording. */
  spoken = 'Quero saber do meu pedido.'
  /** Whether Whisper gives short answers alone, without a language, as some of its servers. */
  isTerse = false
  /** What is seen in every image. */
  pictured = 'Uma foto de um pão.'
  /** What it was asked to speak, oldest first. */
  readonly said: string[] = []
  /** Texts whose vectors were asked for, oldest first, each with its model. */
  readonly embedded: { readonly model: string; readonly text: string }[] = []
  /** Characters of the longest text of which it makes a vector. */
  longestEmbedded = 32_768
  readonly #scripted: SimulatedAnswer[] = []

  static start(options: ListenOptions = {}): Promise<ModelSimulator> {
    return new ModelSimulator().listen(options)
  }

  /** Base address, as it is set in the plugin. */
  get baseUrl(): string {
    return `${this.url}/v1`
  }

  /** Base address of Google's protocol. */
  get googleUrl(): string {
    return `${this.url}/v1beta`
  }

  /** Gives these answers instead of its own, in this order. */
  script(...answers: readonly (string | SimulatedAnswer)[]): void {
    this.#scripted.push(...answers.map((answer) => (typeof answer === 'string' ? { text: answer, calls: [] } : answer)))
  }

  #takes(key: string | null | undefined): boolean {
    return key === this.apiKey || (key !== undefined && key === this.withdrawable)
  }

  protected answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer> {
    const { pathname } = request.url
    if (pathname.startsWith('/v1beta/')) return this.#google(request, pathname.slice('/v1beta/'.length))
    if (!this.#takes(request.headers.get('authorization')?.replace('Bearer ', '')))
      return refuse(401, 'Incorrect API key provided.', 'invalid_api_key')
    const faulty = (what: string, work: () => Promise<SimulatorAnswer>) =>
      withFault(this.faults.take(what), work, refusal)
    switch (pathname) {
      case '/v1/models':
        return { body: { object: 'list', data: models.map((model) => ({ object: 'model', ...model })) } }
      case '/v1/chat/completions':
        return faulty('chat', () => this.#chat(request))
      case '/v1/responses':
        return faulty('chat', () => this.#respond(request))
      case '/v1/audio/transcriptions':
        return faulty('audio', () => this.#transcribe(request))
      case '/v1/audio/speech':
        return faulty('speech', () => this.#speak(request))
      case '/v1/embeddings':
        return faulty('embeddings', () => this.#embed(request))
      default:
        return refuse(404, `Unknown request URL: ${pathname}`, 'unknown_url')
    }
  }

  /** Why a question is not answered. */
  #refusalOf(body: ChatBody): SimulatorAnswer | undefined {
    if (!models.some(({ id }) => id === body.model))
      return refuse(404, `The model \`${body.model}\` does not exist`, 'model_not_found', 'model')
    if (body.model === thinking && body.temperature !== undefined)
      return refuse(400, "Unsupported value: 'temperature'", 'unsupported_value', 'temperature')
    if (body.model === thinking && body.max_tokens !== undefined)
      return refuse(400, "Unsupported parameter: 'max_tokens'", 'unsupported_parameter', 'max_tokens')
    return undefined
  }

  /** What it answers, kept with the question, and the tokens of what was asked. */
  #answered(body: ChatBody): { answer: SimulatedAnswer; asked: number } {
    const answer =
      this.#scripted.shift() ?? this.#seen(body) ?? answerTo(body.messages, body.tools ?? [], this.isObedient)
    this.exchanges.push({ body, answer })
    if (this.exchanges.length > mostExchanges) this.exchanges.shift()
    return { answer, asked: tokensOf(body.messages.map(({ content }) => String(content ?? '')).join('')) }
  }

  async #respond(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const body = chatOf((await request.fields()) as unknown as ResponsesBody)
    const refused = this.#refusalOf(body)
    if (refused) return refused
    const { answer, asked } = this.#answered(body)
    const about = { id: `resp_${this.exchanges.length}`, created_at: this.clock.seconds(), model: body.model }
    const response = respondedOf(about, answer, { input: asked, output: tokensOf(answer.text) })
    if (!body.stream) return { body: response }
    return {
      headers: { 'content-type': 'text/event-stream' },
      body: this.#named(eventsOf(response, answer.text)),
    }
  }

  async *#named(events: readonly { readonly type: string }[]): AsyncGenerator<string> {
    for (const event of events) {
      if (this.pieceMs > 0) await pause(this.pieceMs)
      yield `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    }
  }

  async #chat(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const body = (await request.fields()) as unknown as ChatBody
    const refused = this.#refusalOf(body)
    if (refused) return refused
    const { answer, asked } = this.#answered(body)
    const usage = {
      prompt_tokens: asked,
      completion_tokens: tokensOf(answer.text),
      total_tokens: asked + tokensOf(answer.text),
    }
    const common = { id: `chatcmpl-${this.exchanges.length}`, created: this.clock.seconds(), model: body.model }
    const calls = answer.calls.map(({ name, arguments: given }, index) => ({
      id: `call_${index}`,
      type: 'function',
      function: { name, arguments: writtenArguments(given) },
    }))
    const ended = calls.length > 0 ? 'tool_calls' : 'stop'
    if (!body.stream) {
      const message = {
        role: 'assistant',
        content: answer.text === '' ? null : answer.text,
        ...(calls.length > 0 && { tool_calls: calls }),
      }
      return {
        body: { object: 'chat.completion', ...common, usage, choices: [{ index: 0, message, finish_reason: ended }] },
      }
    }
    const chunk = (delta: object, reason: string | null = null): object => ({
      object: 'chat.completion.chunk',
      ...common,
      choices: [{ index: 0, delta, finish_reason: reason }],
    })
    const pieces = answer.text.match(/\S+\s*|\s+/g) ?? []
    return {
      headers: { 'content-type': 'text/event-stream' },
      body: this.#pieces([
        ...pieces.map((content) => chunk({ content })),
        ...calls.map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
        chunk({}, ended),
        { object: 'chat.completion.chunk', ...common, choices: [], usage },
      ]),
    }
  }

  /** What is seen in the image of a question; undefined where there is none. */
  #seen({ messages }: ChatBody): SimulatedAnswer | undefined {
    const hasImage = messages.some(
      ({ content }) => Array.isArray(content) && content.some((part: { type?: unknown }) => part.type === 'image_url'),
    )
    return hasImage ? { text: this.pictured, calls: [] } : undefined
  }

  async *#events(chunks: readonly object[]): AsyncGenerator<string> {
    for (const chunk of chunks) {
      if (this.pieceMs > 0) await pause(this.pieceMs)
      yield `data: ${JSON.stringify(chunk)}\n\n`
    }
  }

  async *#pieces(chunks: readonly object[]): AsyncGenerator<string> {
    yield* this.#events(chunks)
    yield 'data: [DONE]\n\n'
  }

  /** Google's protocol. Faults are planned under the same names. */
  async #google(request: SimulatorRequest, path: string): Promise<SimulatorAnswer> {
    if (!this.#takes(request.headers.get('x-goog-api-key')))
      return googleRefusal(400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT')
    const [, named = '', method] = /^models\/([^:]+):(\w+)$/.exec(path) ?? []
    const model = decodeURIComponent(named)
    const refusalOf = ({ status, description = 'planned' }: ScriptedRefusal) =>
      googleRefusal(status, description, 'PLANNED')
    if (path === 'models') return { body: { models: googleModels.map((id) => ({ name: `models/${id}` })) } }
    if (!googleModels.includes(model)) return googleRefusal(404, `models/${model} is not found`, 'NOT_FOUND')
    if (method === 'batchEmbedContents')
      return withFault(this.faults.take('embeddings'), () => this.#googleEmbed(model, request), refusalOf)
    const inPieces = method === 'streamGenerateContent'
    return withFault(
      this.faults.take('chat'),
      async () => {
        const body = askedOf(model, (await request.fields()) as GoogleBody)
        const answer = this.#scripted.shift() ?? answerTo(body.messages, body.tools, this.isObedient)
        this.exchanges.push({ body, answer })
        if (this.exchanges.length > mostExchanges) this.exchanges.shift()
        const pieces = generatedOf(model, answer, inPieces)
        return inPieces
          ? { headers: { 'content-type': 'text/event-stream' }, body: this.#events(pieces) }
          : { body: wholeOf(pieces) as Record<string, unknown> }
      },
      refusalOf,
    )
  }

  async #googleEmbed(model: string, request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { requests = [] } = (await request.fields()) as {
      readonly requests?: readonly { readonly content: { readonly parts: readonly { readonly text: string }[] } }[]
    }
    const texts = requests.map(({ content }) => content.parts.map(({ text }) => text).join('\n'))
    if (texts.length === 0 || texts.length > mostGoogleEmbedded)
      return googleRefusal(400, 'at most 100 requests can be in one batch', 'INVALID_ARGUMENT')
    if (texts.some(({ length }) => length > this.longestEmbedded))
      return googleRefusal(400, 'The input token count exceeds the maximum', 'INVALID_ARGUMENT')
    this.embedded.push(...texts.map((text) => ({ model, text })))
    return { body: { embeddings: texts.map((text) => ({ values: meaningOf(model, text) })) } }
  }

  async #transcribe(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { file, model, response_format: format } = await request.fields()
    if (!(file instanceof File) || file.size === 0) return refuse(400, 'Invalid file format.', 'invalid_file', 'file')
    if (!/whisper/i.test(String(model))) return { body: { text: this.spoken, language: 'pt' } }
    if (format === 'verbose_json' && this.isTerse)
      return refuse(400, 'Unsupported response_format', 'invalid_request_error', 'response_format')
    const long = { task: 'transcribe', language: 'portuguese', duration: 1, segments: [] }
    return { body: { ...(format === 'verbose_json' && long), text: this.spoken } }
  }

  async #speak(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { input = '', voice = '' } = await request.fields()
    if (input === '' || voice === '') return refuse(400, 'Missing required parameter.', 'missing_required_parameter')
    this.said.push(String(input))
    return { headers: { 'content-type': 'audio/ogg' }, body: silentOgg }
  }

  async #embed(request: SimulatorRequest): Promise<SimulatorAnswer> {
    const { model, input } = (await request.fields()) as { readonly model?: unknown; readonly input?: unknown }
    const texts = typeof input === 'string' ? [input] : input
    if (typeof model !== 'string' || !model.startsWith('text-embedding') || !models.some(({ id }) => id === model))
      return refuse(404, `The model \`${String(model)}\` does not exist`, 'model_not_found', 'model')
    if (!Array.isArray(texts) || texts.length === 0 || texts.length > mostEmbedded || texts.includes(''))
      return refuse(400, "'input' is invalid", 'invalid_request_error', 'input')
    const read = texts.map(String)
    if (read.some(({ length }) => length > this.longestEmbedded))
      return refuse(400, 'This model’s maximum context length is exceeded.', 'context_length_exceeded', 'input')
    this.embedded.push(...read.map((text) => ({ model, text })))
    const tokens = tokensOf(read.join(''))
    return {
      body: {
        object: 'list',
        model,
        data: read.map((text, index) => ({ object: 'embedding', index, embedding: meaningOf(model, text) })),
        usage: { prompt_tokens: tokens, total_tokens: tokens },
      },
    }
  }

  protected async play(request: SimulatorRequest): Promise<SimulatorAnswer> {
    if (request.url.pathname === '/play/script') {
      const { text = '', spoken = '', obedient } = await request.fields()
      if (text !== '') this.script(String(text))
      if (spoken !== '') this.spoken = String(spoken)
      this.isObedient = obedient === 'on'
    }
    return {
      body: {
        spoken: this.spoken,
        exchanges: this.exchanges.slice(-20).map(({ body, answer }) => ({
          asked: String(body.messages.at(-1)?.content ?? ''),
          told: String(body.messages[0]?.content ?? ''),
          answered: answer.text || answer.calls.map(({ name }) => `→ ${name}`).join(', '),
        })),
      },
    }
  }
}
