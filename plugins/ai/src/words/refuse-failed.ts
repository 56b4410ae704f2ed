import { errors, refusal } from '../errors.ts'
import { isAnswerable } from '../models/general-failure.ts'
import type { Words } from './words-store.ts'

/** Words that were made. @throws Refusal with the reason that somebody can do something about, or the general one */
export function refuseFailed(words: Words | undefined, general: 'ERR_TRANSCRIPTION' | 'ERR_TRANSLATION'): Words {
  if (words && words.state !== 'failed') return words
  const { failure } = words ?? {}
  throw refusal(failure && failure in errors && isAnswerable(failure) ? failure : general)
}
