import type { Part } from '@recado/sdk'
import type { Context } from '../context.ts'
import { openAccount, type About } from '../models/account.ts'
import { speaksAudio } from '../models/known-models.ts'
import { failureOf } from '../models/model-failure.ts'
import { openAiUrl } from '../models/openai.ts'
import { PersonalData } from '../privacy/personal-data.ts'
import { promptKey } from '../prompts/prompt-key.ts'
import type { Prompt } from '../prompts/prompt.ts'
import { longestSpeech, speak } from './speech.ts'

/** The company's key speaks too where the voice is OpenAI's. */
async function keyOf(ctx: Context, { id, voiceProvider, hasVoiceKey }: Prompt): Promise<string | undefined> {
  if (hasVoiceKey) return promptKey(id, 'voice').get(ctx)
  return voiceProvider === 'openai' ? ctx.secrets.get('apiKey') : undefined
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
  const { voiceProvider: provider, voice, voiceRegion: region } = prompt
  if (provider === null || text.length > longestSpeech) return undefined
  if (ctx.settings.hidePersonalData && new PersonalData().finds(text)) return undefined
  if (provider === 'openai' && !speaksAudio(ctx.settings.speechModel)) return undefined
  const apiKey = await keyOf(ctx, prompt)
  if (apiKey === undefined) return undefined
  try {
    const { settle } = await openAccount(ctx, { purpose: 'speech', ticket })
    const { url = openAiUrl, speechModel: model } = ctx.settings
    const { bytes, host } = await speak(text, { provider, voice, apiKey, region, url, model }, ctx.fetch)
    await settle({ host, model: provider === 'openai' ? model : voice })
    const { id: media, mime } = await ctx.media.put(bytes, { name: 'resposta.ogg', mime: 'audio/ogg' })
    return { kind: 'media', as: 'voice', media, mime, bytes: bytes.length, caption: '' }
  } catch (error) {
    ctx.log.warn({ error: failureOf(error), prompt: prompt.id }, 'an answer was not spoken')
    return undefined
  }
}
