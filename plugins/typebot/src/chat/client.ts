import type { BotAnswer, BotMessage, BotTestOutcome } from '@recado/sdk'
import { ChatAnswer } from './answer.ts'
import { readAnswer } from './bubbles.ts'

/** Where a Typebot is found, and how it is spoken to. */
export interface ChatServer {
  readonly url: string
  readonly apiVersion: 'current' | 'legacy'
  readonly fetch: typeof fetch
  readonly signal: AbortSignal
}

/** Answers of a size that no conversation has. */
const largestAnswer = 2_000_000
/** Times that a bot goes on by itself without waiting for the contact, at most. */
const mostSteps = 5

/** Typebot answered, and not with a conversation. */
export class ChatRefused extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Typebot answered ${status}`)
    this.status = status
  }
}

async function post({ url, fetch, signal }: ChatServer, path: string, body: unknown): Promise<ChatAnswer> {
  const answer = await fetch(`${url.replace(/\/+$/, '')}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })
  if (!answer.ok) throw new ChatRefused(answer.status)
  const text = await answer.text()
  if (text.length > largestAnswer) throw new Error('Typebot answered too much')
  return ChatAnswer.parse(JSON.parse(text))
}

const format = { textBubbleContentFormat: 'markdown' } as const
/** Legacy servers take words alone. */
const wordsOf = ({ text, files }: BotMessage): string => [text, ...files].filter((each) => each !== '').join(', ')

const messageOf = ({ text, choice, files }: BotMessage) => ({
  type: 'text',
  text,
  ...(choice !== undefined && { metadata: { replyId: choice } }),
  ...(files.length > 0 && { attachedFileUrls: files }),
})

const goOn = (server: ChatServer, session: string, message: BotMessage | null): Promise<ChatAnswer> =>
  server.apiVersion === 'legacy'
    ? post(server, '/v1/sendMessage', { sessionId: session, message: message && wordsOf(message) })
    : post(server, `/v1/sessions/${encodeURIComponent(session)}/continueChat`, {
        message: message && messageOf(message),
        ...format,
      })

/** Goes on where the bot waits for a browser to do something: it is told that nothing came of it. */
async function complete(server: ChatServer, session: string, first: ChatAnswer): Promise<BotAnswer> {
  let answer = first
  const read = [readAnswer(first)]
  for (let step = 0; step < mostSteps; step++) {
    if (answer.input || !answer.clientSideActions?.some(({ expectsDedicatedReply }) => expectsDedicatedReply)) break
    answer = await goOn(server, session, null)
    read.push(readAnswer(answer))
  }
  const last = read.at(-1)!
  return {
    ...last,
    session: first.sessionId ?? null,
    says: read.flatMap(({ says }) => says).slice(0, 50),
    hands: read.findLast(({ hands }) => hands !== null)?.hands ?? null,
    variables: Object.assign({}, ...read.map(({ variables }) => variables)) as BotAnswer['variables'],
  }
}

/** Begins a conversation. @throws ChatRefused, and what fetch throws */
export async function startChat(
  server: ChatServer,
  publicId: string,
  message: BotMessage | null,
  variables: Readonly<Record<string, string>>,
): Promise<BotAnswer> {
  const answer =
    server.apiVersion === 'legacy'
      ? await post(server, '/v1/sendMessage', {
          startParams: { typebot: publicId, prefilledVariables: variables },
          ...(message && { message: wordsOf(message) }),
        })
      : await post(server, `/v1/typebots/${encodeURIComponent(publicId)}/startChat`, {
          isStreamEnabled: false,
          prefilledVariables: variables,
          ...(message && { message: messageOf(message) }),
          ...format,
        })
  if (answer.sessionId === undefined) throw new Error('Typebot began without a session')
  return complete(server, answer.sessionId, answer)
}

/** Goes on with a conversation; null where Typebot does not know it any more. @throws as {@link startChat} */
export async function continueChat(
  server: ChatServer,
  session: string,
  message: BotMessage,
): Promise<BotAnswer | null> {
  try {
    return { ...(await complete(server, session, await goOn(server, session, message))), session: null }
  } catch (error) {
    if (error instanceof ChatRefused && error.status === 404) return null
    throw error
  }
}

/** What a failed start means to who tests it. */
export function outcomeOf(error: unknown): BotTestOutcome {
  if (error instanceof ChatRefused) {
    if (error.status === 401 || error.status === 403) return 'refused'
    return error.status === 404 || error.status === 400 ? 'missing' : 'unreachable'
  }
  return error instanceof SyntaxError || (error as Error).name === 'ZodError' ? 'invalid' : 'unreachable'
}
