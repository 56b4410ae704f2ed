import type { ModelTurn } from '@recado/sdk'
import type OpenAI from 'openai'
import { knownModels } from './known-models.ts'
import { failureOf, ModelFailure } from './model-failure.ts'
import { argumentsOf, attempt, openAiClient, openAiProviderOf, thinkingTokens } from './openai.ts'
import type { ModelAnswer, ModelQuestion, Provider, ProviderAccess } from './provider.ts'

/* Responses, OpenAI's newer protocol, for providers and models that offer no chat completions. */

type Body = OpenAI.Responses.ResponseCreateParamsNonStreaming
type Item = OpenAI.Responses.ResponseInputItem
type Response = OpenAI.Responses.Response

function itemsOf(turn: ModelTurn, image: ModelQuestion['image']): Item[] {
  switch (turn.role) {
    case 'assistant':
      return [
        ...(turn.text === '' ? [] : [{ role: 'assistant' as const, content: turn.text }]),
        ...turn.calls.map(({ id, name, arguments: given }) => ({
          type: 'function_call' as const,
          call_id: id,
          name,
          arguments: JSON.stringify(given),
        })),
      ]
    case 'tool':
      return [{ type: 'function_call_output', call_id: turn.callId, output: turn.text }]
    default:
      if (!image) return [{ role: turn.role, content: turn.text }]
      return [
        {
          role: turn.role,
          content: [
            { type: 'input_text', text: turn.text },
            { type: 'input_image', image_url: `data:${image.mime};base64,${image.base64}`, detail: 'auto' },
          ],
        },
      ]
  }
}

function bodyOf({ model, turns, image, tools = [], schema, maxTokens, temperature }: ModelQuestion): Body {
  const reasons = knownModels[model]?.reasons === true
  const shown = image ? turns.findLastIndex(({ role }) => role === 'user') : -1
  return {
    model,
    input: turns.flatMap((turn, at) => itemsOf(turn, at === shown ? image : undefined)),
    // Otherwise the provider keeps what was said for a month.
    store: false,
    max_output_tokens: reasons ? maxTokens + thinkingTokens : maxTokens,
    ...(temperature !== undefined && !reasons && { temperature }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        name,
        description,
        parameters,
        strict: false,
      })),
    }),
    ...(schema && { text: { format: { type: 'json_schema' as const, name: 'answer', schema, strict: true } } }),
  }
}

/** The same question without what the provider says that it does not take; undefined where it says nothing of that. */
function without(body: Body, error: unknown): Body | undefined {
  const { status, param, message } = (error ?? {}) as { status?: unknown; param?: unknown; message?: unknown }
  if (status !== 400 && status !== 422) return undefined
  const refused = (name: string): boolean => param === name || String(message ?? '').includes(name)
  const { temperature, text, ...rest } = body
  if (temperature != null && refused('temperature')) return { ...rest, ...(text && { text }) }
  if (text && refused('text.format')) return { ...rest, ...(temperature != null && { temperature }) }
  return undefined
}

/** @throws ModelFailure for a response that failed, or that ended otherwise than by itself or at its limit */
function answerOf({ output, model, status, error, incomplete_details: details, usage }: Response): ModelAnswer {
  if (status === 'failed')
    throw new ModelFailure(error?.code === 'rate_limit_exceeded' ? 'ERR_AI_BUSY' : 'ERR_AI_ANSWER')
  if (!Array.isArray(output)) throw new ModelFailure('ERR_AI_ANSWER')
  const said = output.flatMap((item) => (item.type === 'message' ? item.content : []))
  return {
    text: said.map((part) => (part.type === 'refusal' ? part.refusal : part.text)).join(''),
    calls: output.flatMap((item) =>
      item.type === 'function_call'
        ? [{ id: item.call_id, name: item.name, arguments: argumentsOf(item.arguments) }]
        : [],
    ),
    model,
    cut: status === 'incomplete' && details?.reason === 'max_output_tokens',
    tokens: { input: usage?.input_tokens ?? 0, output: usage?.output_tokens ?? 0 },
  }
}

/** Speaks OpenAI's responses; lists, transcripts and vectors as its other protocol. */
export async function responsesProvider(access: ProviderAccess): Promise<Provider> {
  const reached = await openAiClient(access)
  const { client } = reached
  const { signal } = access
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
    ...openAiProviderOf(reached, access),
    complete: (question) =>
      attempt(async () =>
        answerOf(await accepted(bodyOf(question), (body) => client.responses.create(body, { signal }))),
      ),
    async *stream(question) {
      let text = ''
      let whole: Response | undefined
      try {
        const events = await accepted(bodyOf(question), (body) =>
          client.responses.create({ ...body, stream: true }, { signal }),
        )
        for await (const event of events) {
          if (event.type === 'response.output_text.delta' || event.type === 'response.refusal.delta') {
            text += event.delta
            yield event.delta
          } else if (event.type === 'error') throw new ModelFailure('ERR_AI_ANSWER')
          else if (
            event.type === 'response.completed' ||
            event.type === 'response.incomplete' ||
            event.type === 'response.failed'
          )
            whole = event.response
        }
      } catch (error) {
        throw failureOf(error)
      }
      // A stream that ends without the whole was cut.
      if (!whole) throw new ModelFailure('ERR_AI_UNREACHABLE')
      return { ...answerOf(whole), text, calls: [] }
    },
  }
}
