import { serveSimulator, type SimulatorAnswer } from '@recado/sdk/testing/simulator'

/* A stand-in for Typebot's chat API with one bot, `boas-vindas`: it greets, asks for a name, offers three ways, and
   hands over by a command. Sessions can be let expire, and the next answer can be made to fail. */

interface Session {
  step: 'name' | 'choice' | 'over'
  name: string
}

export interface TypebotSimulator {
  readonly url: string
  /** Bodies of requests, in order. */
  readonly asked: { readonly path: string; readonly body: Record<string, unknown> }[]
  /** All conversations are forgotten: the next answer is 404. */
  expire(): void
  /** The next request is answered with this status. */
  failNext(status: number): void
  /** The next answer says these bubbles and waits for a file. */
  sayNext(bubbles: readonly object[]): void
  close(): Promise<void>
}

const text = (id: string, markdown: string) => ({ id, type: 'text', content: { type: 'markdown', markdown } })
const missing = (message: string): SimulatorAnswer => ({ status: 404, body: { message } })
const choice = {
  id: 'escolha',
  type: 'choice input',
  items: [
    { id: 'vendas', content: 'Vendas' },
    { id: 'suporte', content: 'Suporte' },
    { id: 'encerrar', content: 'Encerrar' },
  ],
}

/** Starts it on a free port, or on `port`. `queueId`: where "Vendas" leads. */
export async function startTypebotSimulator({
  port = 0,
  queueId,
}: { readonly port?: number; readonly queueId?: string } = {}): Promise<TypebotSimulator> {
  const sessions = new Map<string, Session>()
  const asked: { path: string; body: Record<string, unknown> }[] = []
  let failure: number | undefined
  let bubbles: readonly object[] | undefined
  let count = 0

  const wordsOf = (message: unknown): string =>
    typeof message === 'string' ? message : ((message as { text?: string } | null)?.text ?? '')
  const start = () => {
    const sessionId = `sessao-${++count}`
    sessions.set(sessionId, { step: 'name', name: '' })
    return {
      sessionId,
      typebot: { id: 't1', version: '6', theme: {}, settings: {} },
      messages: [text('b1', '**Olá!** Qual é o seu nome?')],
      input: { id: 'nome', type: 'text input' },
    }
  }
  const proceed = (session: Session, words: string) => {
    if (bubbles) {
      const messages = bubbles
      bubbles = undefined
      return { messages, input: { id: 'arquivo', type: 'file input', options: { isMultipleAllowed: true } } }
    }
    if (session.step === 'name') {
      Object.assign(session, { step: 'choice', name: words })
      return { messages: [text('b2', `Como podemos ajudar, ${words}?`)], input: choice }
    }
    if (!choice.items.some(({ content }) => content === words))
      return { messages: [text('b3', 'Escolha uma das opções.')], input: choice }
    session.step = 'over'
    const command =
      words === 'Encerrar'
        ? { type: 'close' }
        : words === 'Vendas' && queueId !== undefined
          ? { type: 'queue', queueId }
          : { type: 'stopBot' }
    return { messages: [text('b4', 'Certo, um momento.'), text('b5', JSON.stringify(command))] }
  }
  const answer = (path: string, body: Record<string, unknown>): SimulatorAnswer => {
    if (failure !== undefined) {
      const status = failure
      failure = undefined
      return { status, body: { message: 'Something went wrong' } }
    }
    const [, publicId] = /^\/api\/v1\/typebots\/([^/]+)\/startChat$/.exec(path) ?? []
    if (publicId !== undefined) return publicId === 'boas-vindas' ? { body: start() } : missing('Typebot not found')
    const legacy = path === '/api/v1/sendMessage'
    if (legacy && body['startParams']) return { body: start() }
    const id = legacy ? String(body['sessionId']) : /^\/api\/v1\/sessions\/([^/]+)\/continueChat$/.exec(path)?.[1]
    if (id === undefined) return missing('Not found')
    const session = sessions.get(id)
    return session ? { body: proceed(session, wordsOf(body['message'])) } : missing('Session expired')
  }

  const { url, close } = await serveSimulator(
    async (request) => {
      const path = request.url.pathname
      const body = await request.fields()
      asked.push({ path, body })
      return answer(path, body)
    },
    { port },
  )
  return {
    url,
    asked,
    expire: () => sessions.clear(),
    failNext: (status) => {
      failure = status
    },
    sayNext: (said) => {
      bubbles = said
    },
    close,
  }
}
