import type Anthropic from '@anthropic-ai/sdk'
import type { ModelTurn } from '@recado/sdk'
import { failureOf, ModelFailure } from './model-failure.ts'
import type { ModelAnswer, ModelQuestion, Provider, ProviderAccess } from './provider.ts'

/* Messages, as Anthropic documents them. It has neither transcription nor embeddings. */

const anthropicUrl = 'https://api.anthropic.com'
const retries = 2

type Content = Anthropic.ContentBlockParam[]

/** Turns of one side that follow each other are one message: both sides take turns, and the person begins. */
export function messagesOf(turns: readonly ModelTurn[]): Anthropic.MessageParam[] {
  const messages: { role: 'user' | 'assistant'; content: Content }[] = []
  const add = (role: 'user' | 'assistant', content: Content): void => {
    if (content.length === 0) return
    const last = messages.at(-1)
    if (last?.role === role) last.content.push(...content)
    else messages.push({ role, content })
  }
  const text = (words: string): Content => (words.trim() === '' ? [] : [{ type: 'text', text: words }])
  for (const turn of turns) {
    if (turn.role === 'user') add('user', text(turn.text))
    else if (turn.role === 'tool') add('user', [{ type: 'tool_result', tool_use_id: turn.callId, content: turn.text }])
    else if (turn.role === 'assistant') {
      const calls = turn.calls.map(({ id, name, arguments: input }) => ({ type: 'tool_use' as const, id, name, input }))
      add('assistant', [...text(turn.text), ...calls])
    }
  }
  return messages[0]?.role === 'assistant' ? [{ role: 'user', content: '…' }, ...messages] : messages
}

const systemOf = ({ turns, schema }: ModelQuestion): string =>
  [
    ...turns.flatMap((turn) => (turn.role === 'system' ? [turn.text] : [])),
    ...(schema ? [`Answer with JSON alone that follows this schema: ${JSON.stringify(schema)}`] : []),
  ].join('\n\n')

/** The image at the last message of the user. */
function withImage(messages: Anthropic.MessageParam[], image: ModelQuestion['image']): Anthropic.MessageParam[] {
  const shown = image ? messages.findLastIndex(({ role }) => role === 'user') : -1
  return messages.map((message, at): Anthropic.MessageParam => {
    if (!image || at !== shown || message.role !== 'user') return message
    const { content } = message
    const before = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content
    const source = { type: 'base64' as const, media_type: image.mime as 'image/png', data: image.base64 }
    return { role: 'user', content: [...before, { type: 'image', source }] }
  })
}

const bodyOf = (question: ModelQuestion): Anthropic.MessageCreateParamsNonStreaming => ({
  model: question.model,
  system: systemOf(question),
  messages: withImage(messagesOf(question.turns), question.image),
  max_tokens: question.maxTokens,
  // It takes 1 at most.
  ...(question.temperature !== undefined && { temperature: Math.min(question.temperature, 1) }),
  ...(question.tools &&
    question.tools.length > 0 && {
      tools: question.tools.map(({ name, description, parameters }) => ({
        name,
        description,
        input_schema: { type: 'object' as const, ...parameters },
      })),
    }),
})

function answerOf({ content, model, stop_reason: ended, usage }: Anthropic.Message): ModelAnswer {
  if (!Array.isArray(content)) throw new ModelFailure('ERR_AI_ANSWER')
  return {
    text: content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(''),
    calls: content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ id: block.id, name: block.name, arguments: (block.input ?? {}) as Record<string, unknown> }]
        : [],
    ),
    model,
    cut: ended === 'max_tokens',
    tokens: { input: usage.input_tokens, output: usage.output_tokens },
  }
}

/** Speaks the protocol of Anthropic. */
export async function anthropicProvider(access: ProviderAccess): Promise<Provider> {
  const { url = anthropicUrl, apiKey = '', fetch, signal } = access
  const { default: Client } = await import('@anthropic-ai/sdk')
  // Without `authToken` the client would look for one in the environment.
  const client = new Client({
    baseURL: url.replace(/\/+$/, ''),
    apiKey,
    authToken: null,
    fetch,
    maxRetries: retries,
    logLevel: 'off',
  })
  return {
    host: new URL(url).host,
    async complete(question) {
      try {
        return answerOf(await client.messages.create(bodyOf(question), { signal }))
      } catch (error) {
        throw failureOf(error)
      }
    },
    async *stream(question) {
      try {
        const stream = client.messages.stream(bodyOf(question), { signal })
        for await (const event of stream)
          if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') yield event.delta.text
        return answerOf(await stream.finalMessage())
      } catch (error) {
        throw failureOf(error)
      }
    },
    async list() {
      try {
        const { data } = await client.models.list({}, { signal })
        return data.map(({ id }) => ({ id }))
      } catch (error) {
        throw failureOf(error)
      }
    },
    transcribe: () => Promise.reject(new ModelFailure('ERR_AI_UNABLE')),
    embed: () => Promise.reject(new ModelFailure('ERR_AI_UNABLE')),
  }
}
