import type { BotAnswer, BotQuestion, BotSaying } from '@recado/sdk'
import type { Bubble, ChatAnswer, ClientAction, Input } from './answer.ts'
import { readCommand } from './command.ts'

const longestText = 20_000
const longestWait = 30
const mostSayings = 50
const mostVariables = 50
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The words of rich text, for servers that do not know Markdown. */
function plainOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(plainOf).join('')
  if (typeof node !== 'object' || node === null) return ''
  const { text, children, type } = node as { text?: unknown; children?: unknown; type?: unknown }
  const inner = textOf(text) + plainOf(children)
  return type === 'p' || type === 'li' ? `${inner}\n` : inner
}

const link = (url: unknown): BotSaying[] =>
  textOf(url) === '' ? [] : [{ kind: 'text', text: textOf(url).slice(0, longestText), format: 'plain' }]
const isAddress = (url: unknown): url is string =>
  typeof url === 'string' && url.length <= 4_000 && /^https?:\/\//.test(url) && URL.canParse(url)

/** What is said by a bubble. */
export function sayBubble({ type, content }: Bubble): BotSaying[] {
  const { url, markdown, richText, plainText, id } = content ?? {}
  switch (type) {
    case 'text': {
      if (typeof markdown === 'string' && markdown.trim() !== '')
        return [{ kind: 'text', text: markdown.trim().slice(0, longestText), format: 'markdown' }]
      const text = (textOf(plainText) || plainOf(richText)).trim()
      return text === '' ? [] : [{ kind: 'text', text: text.slice(0, longestText), format: 'plain' }]
    }
    case 'image':
    case 'audio':
      return isAddress(url) ? [{ kind: 'file', url, media: type }] : link(url)
    case 'video':
      if (content?.['type'] === 'youtube') return link(url ?? (id && `https://youtu.be/${textOf(id)}`))
      if (content?.['type'] === 'vimeo') return link(url ?? (id && `https://vimeo.com/${textOf(id)}`))
      return isAddress(url) && content?.['type'] === 'url' ? [{ kind: 'file', url, media: 'video' }] : link(url)
    case 'embed':
    case 'custom-embed':
      return link(url ?? (content?.['content'] as { url?: unknown } | undefined)?.url)
    default:
      return []
  }
}

/** What an action means in a conversation; what needs a browser means nothing. Scripts are never run. */
function sayAction({ type, wait, redirect }: ClientAction): BotSaying[] {
  if (type === 'wait' && wait)
    return [{ kind: 'wait', seconds: Math.min(Math.max(0, wait.secondsToWaitFor), longestWait) }]
  if (type === 'redirect') return link(redirect?.url)
  return []
}

const kinds: Readonly<Record<string, BotQuestion['kind']>> = {
  'text input': 'text',
  'number input': 'number',
  'email input': 'email',
  'url input': 'url',
  'date input': 'date',
  'time input': 'time',
  'phone number input': 'phone',
  'choice input': 'choice',
  'picture choice input': 'choice',
  cards: 'choice',
  'rating input': 'rating',
  'file input': 'file',
  'payment input': 'payment',
}

/** What Typebot waits for. A kind that nobody knows is a text. */
export function questionOf({ type, items, options }: Input): BotQuestion {
  const given = (items ?? []).flatMap(({ id, content, title, description }) => {
    const name = (content || title || '').trim()
    return name === '' ? [] : [{ id, title: name.slice(0, 1_000), description: (description ?? '').slice(0, 1_000) }]
  })
  return { kind: kinds[type] ?? 'text', options: given.slice(0, 100), many: options?.isMultipleChoice === true }
}

/**
 * What a bot says, in order: each action after the bubble that it belongs to, at the beginning where it belongs to none
 * of them. Commands to the host are taken out; the last one that is understood decides.
 */
export function readAnswer({ sessionId, messages, input, clientSideActions }: ChatAnswer): BotAnswer {
  const actions = clientSideActions ?? []
  const isAfter = (bubble: string) => actions.filter(({ lastBubbleBlockId }) => lastBubbleBlockId === bubble)
  const placed = new Set(messages.map(({ id }) => id))
  const says = actions
    .filter(({ lastBubbleBlockId }) => !lastBubbleBlockId || !placed.has(lastBubbleBlockId))
    .flatMap(sayAction)
  let hands: BotAnswer['hands'] = null
  let note: string | null = null
  let variables: BotAnswer['variables'] = {}
  for (const bubble of messages) {
    for (const saying of sayBubble(bubble)) {
      const command = saying.kind === 'text' ? readCommand(saying.text) : 'text'
      if (command === 'text') says.push(saying)
      else if (command === 'unknown') note = 'unknown command'
      else if ('hands' in command) hands = command.hands
      else variables = { ...variables, ...command.variables }
    }
    says.push(...isAfter(bubble.id).flatMap(sayAction))
  }
  return {
    session: sessionId ?? null,
    says: says.slice(0, mostSayings),
    asks: input ? questionOf(input) : null,
    hands,
    note,
    variables: Object.fromEntries(Object.entries(variables).slice(0, mostVariables)),
  }
}
