import type { PluginTransaction, QueueId } from '@recado/sdk'
import { unlessTaken } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import type { PromptKeyKind } from './prompt-key.ts'
import { mostPrompts, type Prompt, type PromptDraft } from './prompt.ts'

const columns = `id, name, model, has_api_key as "hasApiKey", max_tokens as "maxTokens", max_messages as "maxMessages",
  temperature::float8 as temperature, queue_id as "queueId", text, max_turns as "maxTurns",
  voice_provider as "voiceProvider", voice, voice_region as "voiceRegion", has_voice_key as "hasVoiceKey", functions`

type Draft = Omit<PromptDraft, 'apiKey' | 'voiceApiKey'>

const valuesOf = (draft: Draft) => [
  draft.name,
  draft.model,
  draft.maxTokens,
  draft.maxMessages,
  draft.temperature,
  draft.queueId satisfies QueueId | null,
  draft.text,
  draft.maxTurns,
  draft.functions,
  draft.voiceProvider,
  draft.voice,
  draft.voiceRegion,
]

const nameTaken = (because: ErrorOptions) => refusal('ERR_PROMPT_EXISTS', {}, because)

export const listPrompts = async (tx: PluginTransaction, tenant: string): Promise<Prompt[]> =>
  (await tx.query(
    `select ${columns} from plg_ai.prompt where tenant_id = $1 order by lower(name) limit $2`,
    [tenant, mostPrompts],
    'object',
  )) as Prompt[]

export async function findPrompt(tx: PluginTransaction, tenant: string, id: string): Promise<Prompt | undefined> {
  const [row] = (await tx.query(
    `select ${columns} from plg_ai.prompt where tenant_id = $1 and id = $2`,
    [tenant, id],
    'object',
  )) as Prompt[]
  return row
}

/** @throws Refusal ERR_PROMPT_LIMIT, ERR_PROMPT_EXISTS */
export async function insertPrompt(tx: PluginTransaction, tenant: string, draft: Draft): Promise<Prompt> {
  if ((await listPrompts(tx, tenant)).length >= mostPrompts) throw refusal('ERR_PROMPT_LIMIT')
  const [row] = (await unlessTaken(
    tx.query(
      `insert into plg_ai.prompt
         (tenant_id, name, model, max_tokens, max_messages, temperature, queue_id, text, max_turns, functions,
          voice_provider, voice, voice_region)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) returning ${columns}`,
      [tenant, ...valuesOf(draft)],
      'object',
    ),
    nameTaken,
  )) as [Prompt]
  return row
}

/** @throws Refusal ERR_NO_PROMPT_FOUND, ERR_PROMPT_EXISTS */
export async function updatePrompt(tx: PluginTransaction, tenant: string, id: string, draft: Draft): Promise<Prompt> {
  const [row] = (await unlessTaken(
    tx.query(
      `update plg_ai.prompt set name = $3, model = $4, max_tokens = $5, max_messages = $6, temperature = $7,
         queue_id = $8, text = $9, max_turns = $10, functions = $11, voice_provider = $12, voice = $13,
         voice_region = $14
        where tenant_id = $1 and id = $2 returning ${columns}`,
      [tenant, id, ...valuesOf(draft)],
      'object',
    ),
    nameTaken,
  )) as Prompt[]
  if (!row) throw refusal('ERR_NO_PROMPT_FOUND')
  return row
}

/** Which keys of its own a prompt has. */
export async function setHasKey(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  kind: PromptKeyKind,
  isThere: boolean,
): Promise<void> {
  const column = kind === 'api' ? 'has_api_key' : 'has_voice_key'
  await tx.query(
    `update plg_ai.prompt set ${column} = $3 where tenant_id = $1 and id = $2`,
    [tenant, id, isThere],
    'array',
  )
}

/** @throws Refusal ERR_NO_PROMPT_FOUND */
export async function deletePrompt(tx: PluginTransaction, tenant: string, id: string): Promise<void> {
  const rows = await tx.query(
    `delete from plg_ai.prompt where tenant_id = $1 and id = $2 returning 1`,
    [tenant, id],
    'array',
  )
  if (rows.length === 0) throw refusal('ERR_NO_PROMPT_FOUND')
}
