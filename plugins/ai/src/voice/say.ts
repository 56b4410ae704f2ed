import type { Part } from '@recado/sdk'
import type { Context } from '../context.ts'
import { openAccount, type About } from '../models/account.ts'
import { speaksAudio } from '../models/known-models.ts'
import { failureOf } from '../models/model-failure.ts'
import { openAiUrl } from '../models/openai.ts'
import { spokenByOther } from '../models/other-plugin.ts'
import type { ModelAnswer } from '../models/provider.ts'
import { PersonalData } from '../privacy/personal-data.ts'
import { promptKey } from '../prompts/prompt-key.ts'
import type { Prompt } from '../prompts/prompt.ts'
import { asOgg, longestSpeech, speak, type Speech } from './speech.ts'

/** The company's key speaks too where the voice is OpenAI's. */
async function keyOf(ctx: Context, { id, voiceProvider, hasVoiceKey }: Prompt): Promise<string | undefined> {
  if (hasVoiceKey) return promptKey(id, 'voice').get(ctx)
  return voiceProvider === 'openai' ? ctx.secrets.get('apiKey') : undefined
}

interface Spoken extends Speech {
  readonly model: string
  readonly tokens?: ModelAnswer['tokens'] | undefined
}

/** Speaks a text by the voice that the prompt names; undefined where it has none, or no key for it. */
async function speaker(
  ctx: Context,
  prompt: Prompt,
  text: string,
  ticket: NonNullable<About['ticket']>,
): Promise<(() => Promise<Spoken>) | undefined> {
  const { voiceProvider: provider, voice, voiceRegion: region } = prompt
  if (provider === null) return undefined
  if (provider === 'plugin')
    return async () => {
      const { plugin: host, answer } = await spokenByOther(ctx, { text, voice, ticket })
      return { bytes: asOgg(answer.audio), host, model: answer.model, tokens: answer.tokens }
    }
  const { url = openAiUrl, speechModel: model } = ctx.settings
  if (provider === 'openai' && !speaksAudio(model)) return undefined
  const apiKey = await keyOf(ctx, prompt)
  if (apiKey === undefined) return undefined
  return async () => ({
    ...(await speak(text, { provider, voice, apiKey, region, url, model }, ctx.fetch)),
    model: provider === 'openai' ? model : voice,
  })
}

/**
 * An answer as a voice note, by the prompt's voice. Undefined where it has none, where the text is too long to be heard
 * or names numbers and addresses of persons that may not leave, and where nobody speaks it or the model is known not
 * to: then it is read.
 */
export async function asVoiceNote(
  ctx: Context,
  prompt: Prompt,
  text: string,
  ticket: NonNullable<About['ticket']>,
): Promise<Part | undefined> {
  if (text.length > longestSpeech) return undefined
  if (ctx.settings.hidePersonalData && new PersonalData().finds(text)) return undefined
  const speaking = await speaker(ctx, prompt, text, ticket)
  if (!speaking) return undefined
  try {
    const { settle } = await openAccount(ctx, { purpose: 'speech', ticket })
    const { bytes, host, model, tokens } = await speaking()
    await settle({ host, model, ...(tokens && { tokens }) })
    const { id: media, mime } = await ctx.media.put(bytes, { name: 'resposta.ogg', mime: 'audio/ogg' })
    return { kind: 'media', as: 'voice', media, mime, bytes: bytes.length, caption: '' }
  } catch (error) {
    ctx.log.warn({ error: failureOf(error), prompt: prompt.id }, 'an answer was not spoken')
    return undefined
  }
}
