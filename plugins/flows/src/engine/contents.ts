import type { FlowPart, NodeOf } from '../graph/graph.ts'
import { maxPollQuestion, maxValueLength } from '../graph/limits.ts'
import { choiceOf } from './answers.ts'
import { filledAddress, filledBody, filledHeader, filledText, type Values } from './filling.ts'
import type { Ask, SentMenu } from './state.ts'

/* What blocks send and ask, with the variables filled in. */

/** What a block does outside of the flow. */
export function deedOf(
  node: NodeOf<'attribute' | 'tag' | 'priority' | 'action' | 'http' | 'ai' | 'survey' | 'template'>,
  values: Values,
): Ask {
  switch (node.kind) {
    case 'attribute':
      return {
        kind: 'attribute',
        ...node.data.attribute,
        value: filledText(node.data.value, values).slice(0, maxValueLength),
      }
    case 'tag':
      return { kind: 'tag', ...node.data }
    case 'priority':
      return { kind: 'priority', ...node.data }
    case 'action':
      // A block without an action has a fault; the one of a draft is refused as one that nobody offers.
      return { kind: 'action', action: node.data.action ?? { plugin: '-', name: '-', input: {} } }
    case 'survey':
      return { kind: 'survey', ...node.data }
    case 'template':
      return {
        kind: 'template',
        ...node.data,
        values: Object.fromEntries(
          Object.entries(node.data.values).map(([key, value]) => [
            key,
            filledText(value, values).slice(0, maxValueLength),
          ]),
        ),
      }
    case 'http':
      return requestOf(node, values)
    case 'ai':
      return { kind: 'model', instructions: node.data.instructions, text: filledText(node.data.text, values) }
  }
}

function requestOf({ data: { method, url, headers, body } }: NodeOf<'http'>, values: Values): Ask {
  const type = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value.toLowerCase() ?? ''
  return {
    kind: 'http',
    method,
    url: filledAddress(url, values),
    headers: headers.map(({ name, value }) => ({ name, value: filledHeader(value, values) })),
    body: filledBody(body, values, type),
  }
}

export function filledPart(part: FlowPart, values: Values): FlowPart {
  switch (part.kind) {
    case 'text':
      return { ...part, text: filledText(part.text, values) }
    case 'media':
      return { ...part, caption: filledText(part.caption, values).slice(0, 1_024) }
    case 'poll':
      return { ...part, question: filledText(part.question, values).slice(0, maxPollQuestion) }
    case 'location':
    case 'contact':
      return part
  }
}

/** The question of a block, with its options. */
export function questionOf(node: NodeOf<'menu' | 'question'>, values: Values): FlowPart | SentMenu {
  const text = filledText(node.data.text, values)
  if (node.kind === 'question') return { kind: 'text', text }
  const { options, display } = node.data
  return {
    kind: 'menu',
    text,
    display: display === 'auto' ? shownAs(options) : display,
    options: options.map(({ id, label, hint }) => ({ id: choiceOf(node.id, id), label, hint })),
  }
}

/** Buttons are few and short; lists end at ten rows. */
function shownAs(options: readonly { readonly label: string }[]): SentMenu['display'] {
  if (options.length <= 3 && options.every(({ label }) => label.length <= 20)) return 'buttons'
  return options.length <= 10 && options.every(({ label }) => label.length <= 24) ? 'list' : 'numbers'
}
