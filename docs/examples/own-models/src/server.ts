import { definePlugin, implementPlugin, type ModelTurn } from '@recado/sdk'
import * as z from 'zod'

const address = z.url({ protocol: /^https?$/ }).max(300)

const plugin = definePlugin({
  id: 'own-models',
  version: '1.0.0',
  host: '^1.29.0',
  publisher: 'Example',
  title: { 'pt-BR': 'Modelos da casa', en: 'Own models', es: 'Modelos propios', ru: 'Свои модели' },
  description: {
    'pt-BR': 'Textos de um llama.cpp e transcrições de um whisper.cpp.',
    en: 'Texts of a llama.cpp and transcripts of a whisper.cpp.',
    es: 'Textos de un llama.cpp y transcripciones de un whisper.cpp.',
    ru: 'Тексты из llama.cpp и расшифровки из whisper.cpp.',
  },
  settings: z.object({ llama: address, whisper: address }),
  egressFrom: ['llama', 'whisper'],
  fetchLimitMs: 110_000,
  // No `embeddings`, `vision` and `speech`: whoever asks for those is told that nobody does them.
  provides: ['model', 'modelStream', 'transcription'],
})

interface Asked {
  readonly turns: readonly ModelTurn[]
  readonly maxTokens: number
  readonly temperature?: number | undefined
}
const Completion = z.object({
  content: z.string(),
  stop_type: z.string().optional(),
  tokens_evaluated: z.int().default(0),
  tokens_predicted: z.int().default(0),
})
type Completion = z.infer<typeof Completion>
const Inference = z.object({ text: z.string() })

/** What is thrown is told to people as a provider that does not answer. */
async function accepted(asked: Promise<Response>): Promise<Response> {
  const response = await asked
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return response
}

const bodyOf = ({ turns, maxTokens, temperature = 1 }: Asked, stream: boolean): string => {
  const prompt = `${turns.map(({ role, text }) => `${role}: ${text}`).join('\n')}\nassistant: `
  return JSON.stringify({ prompt, n_predict: maxTokens, temperature, stop: ['\nuser:'], stream })
}
const answerOf = (text: string, { stop_type: end, ...counted }: Omit<Completion, 'content'>) => ({
  text: text.trim(),
  calls: [],
  model: 'llama.cpp',
  cut: end === 'limit',
  tokens: { input: counted.tokens_evaluated, output: counted.tokens_predicted },
})

/** The events of a stream, as they come. */
async function* eventsOf(response: Response): AsyncGenerator<Completion> {
  let rest = ''
  for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + part).split('\n')
    rest = lines.pop()!
    for (const line of lines) if (line.startsWith('data: ')) yield Completion.parse(JSON.parse(line.slice(6)))
  }
}

export default implementPlugin(plugin, {
  services: {
    model: {
      async complete(asked, { settings, fetch }) {
        const body = bodyOf(asked, false)
        const sent = fetch(new URL('/completion', settings.llama), { method: 'POST', body })
        const { content, ...end } = Completion.parse(await (await accepted(sent)).json())
        return answerOf(content, end)
      },
    },
    modelStream: {
      // `fetch` ends when the one who reads goes away.
      async complete(asked, { settings, fetch }, { tell }) {
        const body = bodyOf(asked, true)
        const response = await accepted(fetch(new URL('/completion', settings.llama), { method: 'POST', body }))
        let text = ''
        for await (const { content, ...end } of eventsOf(response)) {
          text += content
          await tell(content)
          if (end.stop_type !== undefined && end.stop_type !== 'none') return answerOf(text, end)
        }
        throw new Error('the answer was cut')
      },
    },
    transcription: {
      async transcribe({ audio, name, mime }, { settings, fetch }) {
        const body = new FormData()
        body.set('file', new Blob([audio], { type: mime }), name)
        body.set('response_format', 'json')
        const asked = fetch(new URL('/inference', settings.whisper), { method: 'POST', body })
        const { text } = Inference.parse(await (await accepted(asked)).json())
        return { text: text.trim(), language: null, model: 'whisper.cpp' }
      },
    },
  },
})
