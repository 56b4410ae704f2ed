import { answersTexts, knownModels, seesImages } from './known-models.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelQuestion } from './provider.ts'

/** More characters than a token has: a text that is too long by this measure is too long by that of every provider. */
const mostOfToken = 8

/** Why a model cannot take a question, as far as that is known before it is asked. */
export function whyUnfit(
  model: string,
  { turns, image }: Pick<ModelQuestion, 'turns' | 'image'>,
): ModelFailure | undefined {
  if (!answersTexts(model)) return new ModelFailure('ERR_AI_AUDIO')
  if (image && !seesImages(model)) return new ModelFailure('ERR_AI_IMAGES')
  const context = knownModels[model]?.context ?? Infinity
  const length = turns.reduce((sum, { text }) => sum + text.length, 0)
  return length > context * mostOfToken ? new ModelFailure('ERR_AI_TOO_LONG') : undefined
}

/** Those of some models that can take a question. @throws ModelFailure why the first one cannot, where none can */
export function fittingModels(models: readonly string[], question: Pick<ModelQuestion, 'turns' | 'image'>): string[] {
  const fitting = models.filter((model) => whyUnfit(model, question) === undefined)
  const reason = fitting.length === 0 && models[0] !== undefined ? whyUnfit(models[0], question) : undefined
  if (reason) throw reason
  return fitting
}
