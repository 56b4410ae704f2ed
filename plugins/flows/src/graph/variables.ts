import { conversationVariables } from '@recado/sdk'
import type { FlowNode, Graph } from './graph.ts'

/** Names that a variable of the run has for some block of this flow. */
export function variablesOf({ nodes }: Graph): string[] {
  const named = nodes.flatMap((node) => {
    switch (node.kind) {
      case 'menu':
      case 'question':
      case 'hours':
      case 'wait':
      case 'variable':
      case 'ai':
        return [node.data.variable]
      case 'bot':
        return node.data.variables
      case 'http':
        return [node.data.statusVariable, ...node.data.mapping.map(({ variable }) => variable)]
      default:
        return []
    }
  })
  return [...new Set(named.filter((name) => name !== ''))]
}

/** Texts of a block that variables are filled into, with their fields. */
export function templatesOf(node: FlowNode): { field: string; text: string }[] {
  switch (node.kind) {
    case 'message':
      return node.data.parts.flatMap((part, at) =>
        part.kind === 'text'
          ? [{ field: `parts.${at}.text`, text: part.text }]
          : part.kind === 'media'
            ? [{ field: `parts.${at}.caption`, text: part.caption }]
            : part.kind === 'poll'
              ? [{ field: `parts.${at}.question`, text: part.question }]
              : [],
      )
    case 'template':
      return Object.values(node.data.values).map((text) => ({ field: 'values', text }))
    case 'menu':
    case 'question':
      return [
        { field: 'text', text: node.data.text },
        { field: 'invalidText', text: node.data.invalidText },
      ]
    case 'condition':
      return node.data.tests.map(({ value }, at) => ({ field: `tests.${at}.value`, text: value }))
    case 'variable':
    case 'attribute':
      return [{ field: 'value', text: node.data.value }]
    case 'http':
      return [
        { field: 'url', text: node.data.url },
        { field: 'body', text: node.data.body },
        ...node.data.headers.map(({ value }, at) => ({ field: `headers.${at}.value`, text: value })),
      ]
    case 'ai':
    case 'bot':
    case 'people':
    case 'close':
      return [{ field: 'text', text: node.data.text }]
    default:
      return []
  }
}

/** Names that every flow knows besides its own variables: of the conversation, and what was written last. */
export const givenVariables: readonly string[] = [...conversationVariables, 'number', 'email', 'lastMessage']
