import { mostDimensions, type ModelCall, type ModelTurn } from '@recado/sdk'
import type OpenAI from 'openai'
import { knownModels } from './known-models.ts'
import { failureOf, ModelFailure } from './model-failure.ts'
import type { ModelAnswer, ModelQuestion, Provider, ProviderAccess } from './provider.ts'
import { spokenLanguage } from './spoken-language.ts'

/* Chat completions, as OpenAI documents them and as everybody else speaks them: Groq, Ollama, vLLM, LM Studio, Azure,
   gateways. */

type Body = OpenAI.ChatCompletionCreateParamsNonStreaming
type Completion = OpenAI.ChatCompletion

export const openAiUrl = 'https://api.openai.com/v1'
/** Hidden tokens of models that think come out of the same limit: room for them. */
export const thinkingTokens = 4_000
/** Attempts after the first, for 408, 409, 429 and 5xx, with jitter, and as long as `Retry-After` says. */
const retries = 2

const messageOf = (turn: ModelTurn): OpenAI.ChatCompletionMessageParam => {
  switch (turn.role) {
    case 'assistant':
      return {
        role: 'assistant',
        content: turn.text,
        ...(turn.calls.length > 0 && {
          tool_calls: turn.calls.map(({ id, name, arguments: given }) => ({
            id,
            type: 'function' as const,
            function: { name, arguments: JSON.stringify(given) },
          })),
        }),
      }
    case 'tool':
      return { role: 'tool', tool_call_id: turn.callId, content: turn.text }
    default:
      return { role: turn.role, content: turn.text }
  }
}

/** Turns as messages, the image at the last one of the user. */
function messagesOf({ turns, image }: Pick<ModelQuestion, 'turns' | 'image'>): OpenAI.ChatCompletionMessageParam[] {
  const shown = image ? turns.findLastIndex(({ role }) => role === 'user') : -1
  return turns.map((turn, at) =>
    image && at === shown
      ? {
          role: 'user',
          content: [
            { type: 'text', text: turn.text },
            { type: 'image_url', image_url: { url: `data:${image.mime};base64,${image.base64}` } },
          ],
        }
      : messageOf(turn),
  )
}

function bodyOf(
  { model, turns, image, tools = [], schema, maxTokens, temperature }: ModelQuestion,
  isOpenAi: boolean,
): Body {
  const reasons = knownModels[model]?.reasons === true
  const limit = reasons ? maxTokens + thinkingTokens : maxTokens
  return {
    model,
    messages: messagesOf({ turns, ...(image && { image }) }),
    // The newer name of the limit is known to OpenAI alone.
    ...(isOpenAi || reasons ? { max_completion_tokens: limit } : { max_tokens: limit }),
    ...(temperature !== undefined && !reasons && { temperature }),
    ...(tools.length > 0 && {
      tools: tools.map((tool) => ({ type: 'function' as const, function: { ...tool } })),
    }),
    ...(schema && {
      response_format: { type: 'json_schema' as const, json_schema: { name: 'answer', schema, strict: true } },
    }),
  }
}

/** The same question without what the provider says that it does not take; undefined where it says nothing of that. */
export function without(body: Body, error: unknown): Body | undefined {
  const { status, param, message } = (error ?? {}) as { status?: unknown; param?: unknown; message?: unknown }
  if (status !== 400 && status !== 422) return undefined
  const refused = (name: string): boolean => param === name || String(message ?? '').includes(name)
  const { max_tokens: older, max_completion_tokens: newer, temperature, response_format, ...rest } = body
  if (older != null && refused('max_tokens')) return { ...body, max_tokens: null, max_completion_tokens: older }
  if (newer != null && refused('max_completion_tokens'))
    return { ...rest, max_tokens: newer, ...(temperature != null && { temperature }) }
  if (temperature != null && refused('temperature')) {
    const { temperature: _none, ...others } = body
    return others
  }
  if (response_format && refused('response_format')) {
    const { response_format: _none, ...others } = body
    return others
  }
  return undefined
}

/** Whether a server says that it does not give its answers in the form that it was asked for. */
function refusesFormat(error: unknown): boolean {
  const { status, param, message } = (error ?? {}) as { status?: unknown; param?: unknown; message?: unknown }
  const name = 'response_format'
  return (status === 400 || status === 422) && (param === name || String(message ?? '').includes(name))
}

/** Arguments as the model wrote them. @throws ModelFailure ERR_AI_ANSWER for what is no JSON object */
export function argumentsOf(written: string): Record<string, unknown> {
  let given: unknown
  try {
    given = JSON.parse(written === '' ? '{}' : written)
  } catch (cause) {
    throw new ModelFailure('ERR_AI_ANSWER', { cause })
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new ModelFailure('ERR_AI_ANSWER')
  return given as Record<string, unknown>
}

const callOf = ({
  id,
  function: { name, arguments: written },
}: OpenAI.ChatCompletionMessageFunctionToolCall): ModelCall => ({
  id,
  name,
  arguments: argumentsOf(written),
})

function answerOf(completion: Completion): ModelAnswer {
  const choice = completion.choices?.[0]
  if (!choice?.message) throw new ModelFailure('ERR_AI_ANSWER')
  const { content, refusal, tool_calls: calls } = choice.message
  return {
    text: content ?? refusal ?? '',
    calls: (calls ?? []).flatMap((call) => (call.type === 'function' ? [callOf(call)] : [])),
    model: completion.model,
    cut: choice.finish_reason === 'length',
    tokens: { input: completion.usage?.prompt_tokens ?? 0, output: completion.usage?.completion_tokens ?? 0 },
  }
}

/** Vectors in the order of the texts. @throws ModelFailure ERR_AI_ANSWER for what is not one for each, of one length */
export function vectorsOf({ data }: Pick<OpenAI.CreateEmbeddingResponse, 'data'>, texts: number): number[][] {
  if (!Array.isArray(data) || data.length !== texts) throw new ModelFailure('ERR_AI_ANSWER')
  const vectors = data.toSorted((a, b) => a.index - b.index).map(({ embedding }) => embedding)
  const dimensions = vectors[0]?.length ?? 0
  const isRead = (vector: unknown): boolean =>
    Array.isArray(vector) && vector.length === dimensions && vector.every((value) => Number.isFinite(value))
  if (dimensions === 0 || dimensions > mostDimensions || !vectors.every(isRead)) throw new ModelFailure('ERR_AI_ANSWER')
  return vectors
}

/** An account that is used up answers as one that asks too often: it is not asked again. */
const withoutQuotaRetries =
  (fetch: ProviderAccess['fetch']): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await fetch(input, init)
    if (response.status !== 429) return response
    const text = await response.text()
    const headers = new Headers(response.headers)
    if (text.includes('insufficient_quota')) headers.set('x-should-retry', 'false')
    return new Response(text, { status: 429, headers })
  }

/** Fails with what an exception of the client library means. @throws ModelFailure */
export async function attempt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw failureOf(error)
  }
}

interface Reached {
  readonly client: OpenAI
  readonly host: string
}

/** Client library and host of an address that speaks one of OpenAI's protocols. */
export async function openAiClient({ url = openAiUrl, apiKey, fetch }: ProviderAccess): Promise<Reached> {
  const { default: Client } = await import('openai')
  const client = new Client({
    baseURL: url.replace(/\/+$/, ''),
    // Servers of one's own ask for none.
    apiKey: apiKey ?? 'none',
    fetch: withoutQuotaRetries(fetch),
    maxRetries: retries,
    logLevel: 'off',
  })
  return { client, host: new URL(url).host }
}

/** Speaks the protocol of OpenAI. */
export const openAiProvider = async (access: ProviderAccess): Promise<Provider> =>
  openAiProviderOf(await openAiClient(access), access)

/** The same with a client that is there. */
export function openAiProviderOf({ client, host }: Reached, { signal }: ProviderAccess): Provider {
  const isOpenAi = host === new URL(openAiUrl).host
  /** Asks, and asks again without a parameter that is refused; each is refused once. */
  const accepted = async <T>(body: Body, send: (body: Body) => Promise<T>): Promise<T> => {
    try {
      return await send(body)
    } catch (error) {
      const less = without(body, error)
      if (!less) throw error
      return accepted(less, send)
    }
  }
  return {
    host,
    complete: (question) =>
      attempt(async () => {
        const sent = bodyOf(question, isOpenAi)
        return answerOf(await accepted(sent, (body) => client.chat.completions.create(body, { signal })))
      }),
    async *stream(question) {
      let text = ''
      let model = question.model
      let ended: string | null | undefined
      let tokens = { input: 0, output: 0 }
      try {
        const sent = bodyOf(question, isOpenAi)
        const pieces = await accepted(sent, (body) =>
          client.chat.completions.create(
            { ...body, stream: true, stream_options: { include_usage: true } },
            { signal },
          ),
        )
        for await (const { choices, model: named, usage } of pieces) {
          model = named || model
          if (usage) tokens = { input: usage.prompt_tokens, output: usage.completion_tokens }
          const piece = choices?.[0]?.delta?.content
          ended = choices?.[0]?.finish_reason ?? ended
          if (!piece) continue
          text += piece
          yield piece
        }
      } catch (error) {
        throw failureOf(error)
      }
      // A stream that ends without its reason was cut.
      if (ended === undefined || ended === null) throw new ModelFailure('ERR_AI_UNREACHABLE')
      return { text, calls: [], model, cut: ended === 'length', tokens }
    },
    list: () =>
      attempt(async () => {
        const { data } = await client.models.list({ signal })
        return (data ?? []).map((model) => {
          const endsOn = (model as { shutdown_date?: unknown }).shutdown_date
          return { id: model.id, ...(typeof endsOn === 'string' && { endsOn }) }
        })
      }),
    transcribe: ({ bytes, name, mime }, model) =>
      attempt(async () => {
        const { toFile } = await import('openai')
        const file = await toFile(bytes, name, { type: mime })
        const hear = (format: 'json' | 'verbose_json') =>
          client.audio.transcriptions.create({ file, model, response_format: format }, { signal })
        // Whisper tells the language in its long answers alone, which not every server of it gives.
        const spoken = /whisper/i.test(model)
          ? await hear('verbose_json').catch((error: unknown) => {
              if (!refusesFormat(error)) throw error
              return hear('json')
            })
          : await hear('json')
        if (typeof spoken.text !== 'string') throw new ModelFailure('ERR_AI_ANSWER')
        const language = (spoken as { language?: unknown }).language
        return { text: spoken.text.trim(), language: typeof language === 'string' ? spokenLanguage(language) : null }
      }),
    embed: (texts, model, { limitMs, retries: maxRetries }) =>
      attempt(async () => {
        // Without a format the client asks for base64, which not everybody speaks.
        const made = await client.embeddings.create(
          { input: [...texts], model, encoding_format: 'float' },
          { signal, timeout: limitMs, maxRetries },
        )
        const tokens = { input: made.usage?.prompt_tokens ?? 0, output: 0 }
        return { vectors: vectorsOf(made, texts.length), tokens }
      }),
  }
}
