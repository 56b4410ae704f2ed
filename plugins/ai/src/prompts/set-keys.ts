import type { SessionContext, ShapeOf } from '@recado/sdk'
import { callKey, keptFor } from '../agent/functions/call-key.ts'
import type { Definition } from '../plugin.ts'
import { promptKey, type PromptKeyKind } from './prompt-key.ts'
import type { Prompt, PromptDraft } from './prompt.ts'
import * as store from './prompt-store.ts'

type Ctx = SessionContext<ShapeOf<Definition>>
type Given = Pick<PromptDraft, 'apiKey' | 'voiceApiKey' | 'functionKeys'>

/**
 * Keeps, replaces or erases the keys of calls. What neither the latest version nor the published one calls has none
 * any more. Answers which are there.
 */
async function setCallKeys(ctx: Ctx, prompt: Prompt, given: Given['functionKeys'] = {}): Promise<string[]> {
  const { id, functions } = prompt
  const published = await ctx.db.transaction((tx) => store.findPublished(tx, ctx.tenant, id))
  const needed = new Set([...functions, ...(published?.functions ?? [])].flatMap((one) => keptFor(one) ?? []))
  const kept = new Set(prompt.keptKeys.filter((one) => needed.has(one)))
  for (const gone of prompt.keptKeys) if (!kept.has(gone)) await callKey(id, gone).delete(ctx)
  for (const one of functions) {
    const [place, key] = [keptFor(one), given[one.name]]
    if (place === undefined || key === undefined) continue
    if (key === null) await callKey(id, place).delete(ctx)
    else await callKey(id, place).set(ctx, key)
    if (key === null) kept.delete(place)
    else kept.add(place)
  }
  const places = [...kept].toSorted()
  await ctx.db.transaction((tx) => store.setKeptKeys(tx, ctx.tenant, id, places))
  return places
}

/** Keeps, replaces or erases the keys of a prompt. Answers it with which are there. */
export async function withKeys(ctx: Ctx, prompt: Prompt, given: Given): Promise<Prompt> {
  const { id, hasApiKey, hasVoiceKey } = prompt
  const set = async (kind: PromptKeyKind, key: string | null | undefined, had: boolean): Promise<boolean> => {
    if (key === undefined) return had
    if (key === null) await promptKey(id, kind).delete(ctx)
    else await promptKey(id, kind).set(ctx, key)
    await ctx.db.transaction((tx) => store.setHasKey(tx, ctx.tenant, id, kind, key !== null))
    return key !== null
  }
  return {
    ...prompt,
    hasApiKey: await set('api', given.apiKey, hasApiKey),
    hasVoiceKey: await set('voice', given.voiceApiKey, hasVoiceKey),
    keptKeys: await setCallKeys(ctx, prompt, given.functionKeys),
  }
}

/** Deletes all keys of a prompt that is gone. */
export async function deleteKeys(ctx: Ctx, { id, keptKeys }: Prompt): Promise<void> {
  for (const kind of ['api', 'voice'] as const) await promptKey(id, kind).delete(ctx)
  for (const name of keptKeys) await callKey(id, name).delete(ctx)
}
