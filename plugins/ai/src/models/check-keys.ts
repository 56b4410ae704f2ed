import type { SettingsFound } from '@recado/sdk'
import type { Context } from '../context.ts'
import { listModelsOf, type KeyName } from './ask.ts'
import { failureOf } from './model-failure.ts'

/** How long a provider is waited for before a key is kept untested. */
const limitMs = 6_000

const isKey = (name: string): name is KeyName =>
  name === 'apiKey' || name === 'embeddingApiKey' || name === 'transcriptionApiKey'

/** Before keys are saved: a provider is asked for its models with each new one, which costs nothing. */
export async function checkKeys(ctx: Context, secrets: readonly string[]): Promise<SettingsFound> {
  const signal = AbortSignal.any([ctx.signal, AbortSignal.timeout(limitMs)])
  const found = await Promise.all(
    secrets.filter(isKey).map(async (name) => {
      try {
        await listModelsOf({ ...ctx, signal }, name)
        return { name, code: undefined }
      } catch (error) {
        return { name, code: failureOf(error).code }
      }
    }),
  )
  const refused = found.filter(({ code }) => code === 'ERR_AI_KEY')
  return {
    refused: Object.fromEntries(refused.map(({ name }) => [name, 'ERR_AI_KEY' as const])),
    untested: found.flatMap(({ name, code }) => (code === undefined || code === 'ERR_AI_KEY' ? [] : name)),
  }
}
