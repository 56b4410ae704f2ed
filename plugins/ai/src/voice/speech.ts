import { failureOf, ModelFailure } from '../models/model-failure.ts'

/** Longest text that is spoken; what is longer is read. OpenAI takes 4,096 characters, the others more. */
export const longestSpeech = 2_000

/** `plugin`: another plugin of the company, by the service kind `speech`. */
export const voiceProviders = ['openai', 'elevenlabs', 'azure', 'plugin'] as const
export type VoiceProvider = (typeof voiceProviders)[number]

/** How a text is spoken. */
export interface Voice {
  readonly provider: Exclude<VoiceProvider, 'plugin'>
  /** As the provider names it: `alloy`, an id, `pt-BR-FranciscaNeural`. */
  readonly voice: string
  readonly apiKey: string
  /** Of Azure: `brazilsouth`. */
  readonly region: string
  /** Of OpenAI: where its protocol is spoken, and the model. */
  readonly url: string
  readonly model: string
}

export interface Speech {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** Host that was asked, for the log. */
  readonly host: string
}

interface Asking {
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: string
}

const escaped = (text: string): string =>
  text.replace(/[<>&"']/g, (sign) => `&#${sign.codePointAt(0)!};`).replace(/[^\P{Cc}\t\n\r]/gu, ' ')

/** Ogg Opus of each, which is what voice notes are. */
const askings: Readonly<Record<Voice['provider'], (text: string, voice: Voice) => Asking>> = {
  // OpenAI, Audio: create speech.
  openai: (input, { url, model, voice, apiKey }) => ({
    url: `${url.replace(/\/+$/, '')}/audio/speech`,
    headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input, voice, response_format: 'opus' }),
  }),
  // ElevenLabs, Text to speech.
  elevenlabs: (text, { voice, apiKey }) => ({
    url: `https://api.elevenlabs.io/v1/text-to-speech/${encodeURIComponent(voice)}?output_format=opus_48000_64`,
    headers: { 'xi-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({ text, model_id: 'eleven_multilingual_v2' }),
  }),
  // Microsoft, Text to speech REST API.
  azure: (text, { voice, region, apiKey }) => ({
    url: `https://${region}.tts.speech.microsoft.com/cognitiveservices/v1`,
    headers: {
      'ocp-apim-subscription-key': apiKey,
      'content-type': 'application/ssml+xml',
      'x-microsoft-outputformat': 'ogg-48khz-16bit-mono-opus',
      'user-agent': 'Recado',
    },
    body:
      `<speak version="1.0" xml:lang="${escaped(languageOf(voice))}">` +
      `<voice name="${escaped(voice)}">${escaped(text)}</voice></speak>`,
  }),
}

/** Voices of Azure begin with their language. */
const languageOf = (voice: string): string => /^[a-z]{2,3}-[A-Z]{2}/.exec(voice)?.[0] ?? 'en-US'

/** What voice notes are. @throws ModelFailure ERR_AI_ANSWER for anything else */
export function asOgg(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const isOgg = bytes.length > 4 && String.fromCodePoint(...bytes.subarray(0, 4)) === 'OggS'
  if (!isOgg) throw new ModelFailure('ERR_AI_ANSWER')
  return bytes
}

/** Has a text spoken. @throws ModelFailure */
export async function speak(text: string, voice: Voice, fetch: typeof globalThis.fetch): Promise<Speech> {
  const { url, headers, body } = askings[voice.provider](text, voice)
  try {
    const response = await fetch(url, { method: 'POST', headers, body })
    if (!response.ok) throw failureOf({ status: response.status, message: (await response.text()).slice(0, 1_000) })
    return { bytes: asOgg(new Uint8Array(await response.arrayBuffer())), host: new URL(url).host }
  } catch (error) {
    throw failureOf(error)
  }
}
