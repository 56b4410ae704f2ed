import type { PreviewMessage } from '../../src/channel/preview-message.ts'
import type { Api } from '../frame/api.ts'
import type { ThreadMessage } from '../frame/data.ts'

/** A stream that says nothing for longer counts as lost. */
const signOfLifeMs = 15_000
const minuteMs = 60_000

type Sample = Pick<PreviewMessage, 'agent' | 'question' | 'answer'> & { readonly showAgents: boolean }

/** A question and its answer, as the server would tell them. */
function conversationOf({ agent, question, answer, showAgents }: Sample): ThreadMessage[] {
  const message = { position: '1', author: null, picture: null, files: [], removed: false }
  const ago = (minutes: number) => new Date(Date.now() - minutes * minuteMs).toISOString()
  return [
    { ...message, id: 'question', from: 'visitor', at: ago(2), text: question },
    { ...message, id: 'answer', from: 'agent', at: ago(1), text: answer, author: showAgents ? agent : null },
  ]
}

/** Stands in for the server: one conversation that is always there, and nothing is ever sent. */
export class PreviewApi implements Api {
  #sample: Sample
  #say: (event: string, data: unknown) => void = () => undefined

  constructor(sample: Sample) {
    this.#sample = sample
  }

  /** Tells the widget how the same conversation looks now. */
  show(sample: Sample): void {
    this.#sample = sample
    this.#say('refresh', conversationOf(sample))
    this.#sayAgent()
  }

  #sayAgent(): void {
    const { agent, showAgents } = this.#sample
    this.#say('agent', { agent: showAgents ? { name: agent, picture: null } : null })
  }

  async events(_lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const encoder = new TextEncoder()
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const write = (text: string) => controller.enqueue(encoder.encode(text))
        this.#say = (event, data) => write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
        const alive = setInterval(() => write(': \n\n'), signOfLifeMs)
        signal.addEventListener('abort', () => {
          clearInterval(alive)
          this.#say = () => undefined
          controller.close()
        })
      },
    })
    for (const message of conversationOf(this.#sample)) this.#say('message', message)
    this.#sayAgent()
    this.#say('live', {})
    return new Response(stream)
  }

  async openSession() {
    return { token: null, visitor: { name: null, email: null, verified: false } }
  }
  async challenge(): Promise<never> {
    throw new TypeError('the preview asks for no slider')
  }
  async solveSlider(): Promise<void> {}
  async send(): Promise<void> {}
  async upload(): Promise<void> {}
  async typing(): Promise<void> {}
  async read(): Promise<void> {}
  async older() {
    return { messages: [], hasMore: false }
  }
}
