import { definePlugin, implementPlugin } from '@recado/sdk'
import * as z from 'zod'

const address = z.url({ protocol: /^https?$/ }).max(300)

const plugin = definePlugin({
  id: 'own-models',
  version: '1.0.0',
  host: '^1.28.0',
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
  // No `embeddings` and no `speech`: whoever asks for those is told that nobody does them.
  provides: ['model', 'transcription'],
})

const Completion = z.object({
  content: z.string(),
  stop_type: z.string().optional(),
  tokens_evaluated: z.int().default(0),
  tokens_predicted: z.int().default(0),
})
const Inference = z.object({ text: z.string() })

/** What is thrown is told to people as a provider that does not answer. */
async function answerOf(asked: Promise<Response>): Promise<unknown> {
  const response = await asked
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return response.json()
}

export default implementPlugin(plugin, {
  services: {
    model: {
      async complete({ turns, maxTokens, temperature = 1 }, { settings, fetch }) {
        const prompt = `${turns.map(({ role, text }) => `${role}: ${text}`).join('\n')}\nassistant: `
        const body = JSON.stringify({ prompt, n_predict: maxTokens, temperature, stop: ['\nuser:'] })
        const asked = fetch(new URL('/completion', settings.llama), { method: 'POST', body })
        const { content, stop_type: end, ...counted } = Completion.parse(await answerOf(asked))
        return {
          text: content.trim(),
          calls: [],
          model: 'llama.cpp',
          cut: end === 'limit',
          tokens: { input: counted.tokens_evaluated, output: counted.tokens_predicted },
        }
      },
    },
    transcription: {
      async transcribe({ audio, name, mime }, { settings, fetch }) {
        const body = new FormData()
        body.set('file', new Blob([audio], { type: mime }), name)
        body.set('response_format', 'json')
        const asked = fetch(new URL('/inference', settings.whisper), { method: 'POST', body })
        const { text } = Inference.parse(await answerOf(asked))
        return { text: text.trim(), language: null, model: 'whisper.cpp' }
      },
    },
  },
})
