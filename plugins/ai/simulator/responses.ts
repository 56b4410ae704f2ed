import { writtenArguments, type SimulatedAnswer, type SimulatedTool, type SimulatedTurn } from './behaviour.ts'

/* OpenAI's responses, in terms of its chat completions: what is asked, and what is answered. */

interface InputItem {
  readonly type?: string
  readonly role?: string
  readonly content?: string | readonly { readonly type: string; readonly text?: string; readonly image_url?: string }[]
  readonly call_id?: string
  readonly name?: string
  readonly arguments?: string
  readonly output?: string
}
export interface ResponsesBody {
  readonly model: string
  readonly input?: string | readonly InputItem[]
  readonly instructions?: string
  readonly tools?: readonly (SimulatedTool['function'] & { readonly type: string })[]
  readonly stream?: boolean
  readonly temperature?: number
}

function turnOf(item: InputItem): SimulatedTurn {
  if (item.type === 'function_call')
    return {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: item.call_id, function: { name: item.name, arguments: item.arguments } }],
    }
  if (item.type === 'function_call_output') return { role: 'tool', content: item.output ?? '' }
  const content =
    typeof item.content === 'string'
      ? item.content
      : (item.content ?? []).map(({ type, text, image_url: url }) =>
          type === 'input_image' ? { type: 'image_url', image_url: { url } } : { type: 'text', text },
        )
  return { role: item.role ?? 'user', content }
}

/** What was asked, as it is asked by chat completions. */
export function chatOf({ model, input = [], instructions, tools = [], stream, temperature }: ResponsesBody): {
  model: string
  messages: SimulatedTurn[]
  tools: SimulatedTool[]
  stream: boolean
  temperature?: number
} {
  const items = typeof input === 'string' ? [{ role: 'user', content: input }] : input
  return {
    model,
    messages: [
      ...(instructions === undefined ? [] : [{ role: 'system', content: instructions }]),
      ...items.map(turnOf),
    ],
    tools: tools.map(({ type: _type, ...told }) => ({ function: told })),
    stream: stream === true,
    ...(temperature !== undefined && { temperature }),
  }
}

/** The whole response. */
export function respondedOf(
  about: { readonly id: string; readonly created_at: number; readonly model: string },
  { text, calls }: SimulatedAnswer,
  { input, output }: { readonly input: number; readonly output: number },
) {
  const message = {
    type: 'message',
    id: `msg_${about.id}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  }
  return {
    object: 'response',
    ...about,
    status: 'completed',
    error: null,
    incomplete_details: null,
    output: [
      ...(text === '' ? [] : [message]),
      ...calls.map(({ name, arguments: given }, index) => ({
        type: 'function_call',
        id: `fc_${index}`,
        call_id: `call_${index}`,
        name,
        arguments: writtenArguments(given),
        status: 'completed',
      })),
    ],
    usage: { input_tokens: input, output_tokens: output, total_tokens: input + output },
  }
}

/** The same as events: its beginning, its text in pieces, its calls, the whole. */
export function eventsOf(response: ReturnType<typeof respondedOf>, text: string): { type: string }[] {
  const begun = { ...response, status: 'in_progress', output: [], usage: null }
  const calls = response.output.flatMap((item, index) =>
    item.type === 'function_call' ? [{ type: 'response.output_item.done', output_index: index, item }] : [],
  )
  return [
    { type: 'response.created', response: begun },
    ...(text.match(/\S+\s*|\s+/g) ?? []).map((delta) => ({
      type: 'response.output_text.delta',
      item_id: `msg_${response.id}`,
      output_index: 0,
      content_index: 0,
      delta,
    })),
    ...calls,
    { type: 'response.completed', response },
  ].map((event, sequence) => ({ ...event, sequence_number: sequence }))
}
