import { setTimeout as pause } from 'node:timers/promises'
import { mostDimensions, type ModelTurn } from '@recado/sdk'
import { ModelFailure, failureOf } from './model-failure.ts'
import type { ModelAnswer, ModelQuestion, Patience, Provider, ProviderAccess } from './provider.ts'
import { longestPauseMs, pauseBefore } from './retry-pause.ts'

/* The Gemini API, as Google documents it: generateContent, streamGenerateContent and batchEmbedContents. */

const googleUrl = 'https://generativelanguage.googleapis.com/v1beta'
/** Attempts after the first, for 408, 429 and 5xx. */
const retries = 2
/** Hidden tokens of models that think come out of the same limit: room for them. */
const thinkingTokens = 4_000
/** Characters of a token, nearly: Google does not count those of which it makes vectors. */
const charactersOfToken = 4
/** Takes the place of the signature of a call, which newer models want back and turns do not keep. */
const noSignature = 'skip_thought_signature_validator'

interface Part {
  readonly text?: string
  readonly thought?: boolean
  readonly functionCall?: { readonly id?: string; readonly name: string; readonly args?: Record<string, unknown> }
}
interface Generated {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly Part[] }
    readonly finishReason?: string
  }[]
  readonly promptFeedback?: { readonly blockReason?: string }
  readonly usageMetadata?: {
    readonly promptTokenCount?: number
    readonly candidatesTokenCount?: number
    readonly thoughtsTokenCount?: number
  }
  readonly modelVersion?: string
}

type Content = { role: 'user' | 'model'; parts: object[] }

/** Turns of one side that follow each other are one content; a function's answer belongs to the person's side. */
export function contentsOf(turns: readonly ModelTurn[]): Content[] {
  const contents: Content[] = []
  const names = new Map<string, string>()
  const add = (role: Content['role'], parts: object[]): void => {
    if (parts.length === 0) return
    const last = contents.at(-1)
    if (last?.role === role) last.parts.push(...parts)
    else contents.push({ role, parts })
  }
  const text = (words: string): object[] => (words.trim() === '' ? [] : [{ text: words }])
  for (const turn of turns) {
    if (turn.role === 'user') add('user', text(turn.text))
    else if (turn.role === 'tool') {
      const name = names.get(turn.callId) ?? turn.callId
      add('user', [{ functionResponse: { name, response: { result: turn.text } } }])
    } else if (turn.role === 'assistant') {
      for (const { id, name } of turn.calls) names.set(id, name)
      const calls = turn.calls.map(({ name, arguments: args }) => ({
        functionCall: { name, args },
        thoughtSignature: noSignature,
      }))
      add('model', [...text(turn.text), ...calls])
    }
  }
  return contents[0]?.role === 'model' ? [{ role: 'user', parts: [{ text: '…' }] }, ...contents] : contents
}

/** The image at the last turn of the user. */
function withImage(contents: readonly Content[], image: ModelQuestion['image']): readonly Content[] {
  const shown = image ? contents.findLastIndex(({ role }) => role === 'user') : -1
  return contents.map((content, at) =>
    image && at === shown
      ? { ...content, parts: [...content.parts, { inlineData: { mimeType: image.mime, data: image.base64 } }] }
      : content,
  )
}

function bodyOf({ turns, image, tools = [], schema, maxTokens, temperature }: ModelQuestion): object {
  const system = turns.flatMap((turn) => (turn.role === 'system' ? [{ text: turn.text }] : []))
  return {
    ...(system.length > 0 && { systemInstruction: { parts: system } }),
    contents: withImage(contentsOf(turns), image),
    ...(tools.length > 0 && {
      tools: [
        {
          functionDeclarations: tools.map(({ name, description, parameters }) => ({
            name,
            description,
            parametersJsonSchema: { type: 'object', ...parameters },
          })),
        },
      ],
    }),
    generationConfig: {
      maxOutputTokens: maxTokens + thinkingTokens,
      ...(temperature !== undefined && { temperature }),
      ...(schema && { responseMimeType: 'application/json', responseJsonSchema: schema }),
    },
  }
}

const textOf = ({ candidates }: Generated): string =>
  (candidates?.[0]?.content?.parts ?? []).map(({ text = '', thought }) => (thought ? '' : text)).join('')

const callsOf = ({ candidates }: Generated): ModelAnswer['calls'] =>
  (candidates?.[0]?.content?.parts ?? []).flatMap(({ functionCall }, at) =>
    functionCall
      ? [{ id: functionCall.id ?? `call_${at}`, name: functionCall.name, arguments: functionCall.args ?? {} }]
      : [],
  )

const tokensOf = ({ usageMetadata: used }: Generated): ModelAnswer['tokens'] => ({
  input: used?.promptTokenCount ?? 0,
  output: (used?.candidatesTokenCount ?? 0) + (used?.thoughtsTokenCount ?? 0),
})

/** @throws ModelFailure ERR_AI_ANSWER where nothing was generated, as when the provider refuses to answer */
function answerOf(generated: Generated, { model }: ModelQuestion): ModelAnswer {
  const ended = generated.candidates?.[0]?.finishReason
  if (!generated.candidates?.[0]) throw new ModelFailure('ERR_AI_ANSWER')
  return {
    text: textOf(generated),
    calls: callsOf(generated),
    model: generated.modelVersion ?? model,
    cut: ended === 'MAX_TOKENS',
    tokens: tokensOf(generated),
  }
}

/** Events of a stream, each the JSON behind `data:`. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Generated> {
  let held = ''
  for await (const text of body.pipeThrough(new TextDecoderStream() as never) as AsyncIterable<string>) {
    held += text
    const lines = held.split(/\r?\n/)
    held = lines.pop()!
    for (const line of lines) if (line.startsWith('data:')) yield JSON.parse(line.slice(5)) as Generated
  }
}

/** Vectors in the order of the texts. @throws ModelFailure ERR_AI_ANSWER for what is not one for each, of one length */
function vectorsOf(embeddings: unknown, texts: number): number[][] {
  if (!Array.isArray(embeddings) || embeddings.length !== texts) throw new ModelFailure('ERR_AI_ANSWER')
  const vectors = embeddings.map((one: { values?: unknown } | null) => one?.values)
  const dimensions = Array.isArray(vectors[0]) ? vectors[0].length : 0
  const isRead = (vector: unknown): vector is number[] =>
    Array.isArray(vector) && vector.length === dimensions && vector.every((value) => Number.isFinite(value))
  if (dimensions === 0 || dimensions > mostDimensions || !vectors.every(isRead)) throw new ModelFailure('ERR_AI_ANSWER')
  return vectors
}

/** What an answer that is no success means. */
async function refusedBy(response: Response): Promise<ModelFailure> {
  const text = (await response.text()).slice(0, 4_000)
  // A wrong key is told by the status of a wrong question.
  const status = response.status === 400 && /API_KEY|API key/.test(text) ? 401 : response.status
  return failureOf({ status, message: text })
}

const isPassing = (status: number): boolean => status === 408 || status === 429 || status >= 500

/** Speaks the protocol of Google. */
export async function googleProvider({ url, apiKey = '', fetch, signal }: ProviderAccess): Promise<Provider> {
  const base = (url ?? googleUrl).replace(/\/+$/, '')
  const send = async (
    path: string,
    body?: object,
    { limitMs, retries: attempts }: Patience = { limitMs: Infinity, retries },
  ): Promise<Response> => {
    for (let attempt = 0; ; attempt += 1) {
      let response: Response | undefined
      try {
        response = await fetch(`${base}/${path}`, {
          method: body ? 'POST' : 'GET',
          headers: { 'x-goog-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
          signal: limitMs === Infinity ? signal : AbortSignal.any([signal, AbortSignal.timeout(limitMs)]),
        })
      } catch (error) {
        if (signal.aborted || attempt >= attempts) throw failureOf(error)
      }
      if (response?.ok) return response
      const waitMs = pauseBefore(attempt, response?.headers.get('retry-after'))
      if (response && (!isPassing(response.status) || attempt >= attempts || waitMs > longestPauseMs))
        throw await refusedBy(response)
      await response?.body?.cancel()
      await pause(waitMs, undefined, { signal })
    }
  }
  const read = async <T>(response: Response): Promise<T> => {
    try {
      return (await response.json()) as T
    } catch (error) {
      throw failureOf(error)
    }
  }
  const pathOf = (model: string, method: string): string =>
    `models/${encodeURIComponent(model.replace(/^models\//, ''))}:${method}`
  return {
    host: new URL(base).host,
    async complete(question) {
      return answerOf(await read(await send(pathOf(question.model, 'generateContent'), bodyOf(question))), question)
    },
    async *stream(question) {
      const response = await send(`${pathOf(question.model, 'streamGenerateContent')}?alt=sse`, bodyOf(question))
      let text = ''
      let last: Generated | undefined
      try {
        for await (const event of eventsOf(response.body!)) {
          last = event
          const piece = textOf(event)
          if (piece === '') continue
          text += piece
          yield piece
        }
      } catch (error) {
        throw failureOf(error)
      }
      if (last?.promptFeedback?.blockReason !== undefined) throw new ModelFailure('ERR_AI_ANSWER')
      // A stream that ends without its reason was cut.
      const ended = last?.candidates?.[0]?.finishReason
      if (!last || ended === undefined) throw new ModelFailure('ERR_AI_UNREACHABLE')
      return { ...answerOf(last, question), text, calls: [] }
    },
    async list() {
      const { models = [] } = await read<{ models?: readonly { readonly name: string }[] }>(
        await send('models?pageSize=1000'),
      )
      return models.map(({ name }) => ({ id: name.replace(/^models\//, '') }))
    },
    transcribe: () => Promise.reject(new ModelFailure('ERR_AI_UNABLE')),
    async embed(texts, model, patience, purpose) {
      const requests = texts.map((text) => ({
        model: `models/${model.replace(/^models\//, '')}`,
        content: { parts: [{ text }] },
        taskType: purpose === 'question' ? 'RETRIEVAL_QUERY' : 'RETRIEVAL_DOCUMENT',
      }))
      const made = await read<{ embeddings?: unknown }>(
        await send(pathOf(model, 'batchEmbedContents'), { requests }, patience),
      )
      const characters = texts.reduce((sum, { length }) => sum + length, 0)
      return {
        vectors: vectorsOf(made.embeddings, texts.length),
        tokens: { input: Math.ceil(characters / charactersOfToken), output: 0 },
      }
    },
  }
}
