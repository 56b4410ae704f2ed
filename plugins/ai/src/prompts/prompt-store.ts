import type { PluginTransaction } from '@recado/sdk'
import { unlessTaken } from '@recado/sdk/server'
import { isDeepStrictEqual } from 'node:util'
import { refusal } from '../errors.ts'
import type { PromptKeyKind } from './prompt-key.ts'
import { contentFields, mostPrompts, PromptContent, type Prompt, type PromptVersion } from './prompt.ts'

/** Versions of a prompt that are kept, the published one beside them. */
const mostVersions = 200

const columns = `p.id, p.name, p.has_api_key as "hasApiKey", p.has_voice_key as "hasVoiceKey",
  p.function_keys as "keptKeys", p.published as "publishedVersion", v.version, v.content`

type Row = Omit<Prompt, keyof PromptContent> & { readonly content: unknown }

/** What an older version does not know has its default. */
const promptOf = ({ content, ...prompt }: Row): Prompt => ({ ...PromptContent.parse(content), ...prompt })

const nameTaken = (because: ErrorOptions) => refusal('ERR_PROMPT_EXISTS', {}, because)

const select = async (
  tx: PluginTransaction,
  which: 'latest' | 'published',
  rest: string,
  params: readonly unknown[],
): Promise<Prompt[]> => {
  const rows = await tx.query(
    `select ${columns} from plg_ai.prompt p
       join plg_ai.prompt_version v on v.tenant_id = p.tenant_id and v.prompt_id = p.id and v.version = p.${which}
      where p.tenant_id = $1 ${rest}`,
    params,
    'object',
  )
  return (rows as Row[]).map(promptOf)
}

/** All of the company in their latest versions, by name. */
export const listPrompts = (tx: PluginTransaction, tenant: string): Promise<Prompt[]> =>
  select(tx, 'latest', 'order by lower(p.name) limit $2', [tenant, mostPrompts])

/** Those that answer customers, in the version that does. */
export const listPublished = (tx: PluginTransaction, tenant: string): Promise<Prompt[]> =>
  select(tx, 'published', 'order by lower(p.name) limit $2', [tenant, mostPrompts])

/** The version that answers customers; undefined where none does. */
export const findPublished = async (tx: PluginTransaction, tenant: string, id: string): Promise<Prompt | undefined> =>
  (await select(tx, 'published', 'and p.id = $2', [tenant, id]))[0]

/** The latest version. @throws Refusal ERR_NO_PROMPT_FOUND */
export async function requirePrompt(tx: PluginTransaction, tenant: string, id: string): Promise<Prompt> {
  const [prompt] = await select(tx, 'latest', 'and p.id = $2', [tenant, id])
  if (!prompt) throw refusal('ERR_NO_PROMPT_FOUND')
  return prompt
}

/** How a version is kept. */
export interface Saving {
  readonly by: string
  readonly note: string
  readonly publish: boolean
}

const writeVersion = (
  tx: PluginTransaction,
  tenant: string,
  { id, version }: Pick<Prompt, 'id' | 'version'>,
  content: PromptContent,
  { by, note }: Saving,
): Promise<unknown> =>
  tx.query(
    `with old as (
       delete from plg_ai.prompt_version v using plg_ai.prompt p
        where v.tenant_id = $1 and v.prompt_id = $2 and v.version <= $3 - ${mostVersions}
          and p.tenant_id = v.tenant_id and p.id = v.prompt_id and v.version is distinct from p.published)
     insert into plg_ai.prompt_version (tenant_id, prompt_id, version, saved_by, note, content)
     values ($1, $2, $3, $4, $5, $6::text::jsonb)`,
    [tenant, id, version, by, note, JSON.stringify(content)],
    'array',
  )

/** @throws Refusal ERR_PROMPT_LIMIT, ERR_PROMPT_EXISTS */
export async function insertPrompt(
  tx: PluginTransaction,
  tenant: string,
  { name, content }: { readonly name: string; readonly content: PromptContent },
  saving: Saving,
): Promise<Prompt> {
  if ((await listPrompts(tx, tenant)).length >= mostPrompts) throw refusal('ERR_PROMPT_LIMIT')
  const [row] = (await unlessTaken(
    tx.query(
      `insert into plg_ai.prompt (tenant_id, name, published) values ($1, $2, $3) returning id`,
      [tenant, name, saving.publish ? 1 : null],
      'object',
    ),
    nameTaken,
  )) as [{ id: string }]
  await writeVersion(tx, tenant, { id: row.id, version: 1 }, content, saving)
  return requirePrompt(tx, tenant, row.id)
}

/**
 * Keeps another version, and publishes it where it shall answer. @throws Refusal ERR_NO_PROMPT_FOUND,
 * ERR_PROMPT_EXISTS
 */
export async function savePrompt(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  { name, content }: { readonly name: string; readonly content: PromptContent },
  saving: Saving,
): Promise<Prompt> {
  const [row] = (await unlessTaken(
    tx.query(
      `update plg_ai.prompt
          set name = $3, latest = latest + 1, published = case when $4 then latest + 1 else published end
        where tenant_id = $1 and id = $2 returning latest as version`,
      [tenant, id, name, saving.publish],
      'object',
    ),
    nameTaken,
  )) as { version: number }[]
  if (!row) throw refusal('ERR_NO_PROMPT_FOUND')
  await writeVersion(tx, tenant, { id, version: row.version }, content, saving)
  return requirePrompt(tx, tenant, id)
}

/** Has a version answer customers from now on. @throws Refusal ERR_NO_PROMPT_FOUND for a version that is gone too */
export async function publishVersion(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  version: number,
): Promise<Prompt> {
  const rows = await tx.query(
    `update plg_ai.prompt p set published = $3
       from plg_ai.prompt_version v
      where p.tenant_id = $1 and p.id = $2 and v.tenant_id = $1 and v.prompt_id = $2 and v.version = $3 returning 1`,
    [tenant, id, version],
    'array',
  )
  if (rows.length === 0) throw refusal('ERR_NO_PROMPT_FOUND')
  return requirePrompt(tx, tenant, id)
}

/** What a version says. @throws Refusal ERR_NO_PROMPT_FOUND */
export async function readVersion(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  version: number,
): Promise<PromptContent> {
  const [row] = (await tx.query(
    'select content from plg_ai.prompt_version where tenant_id = $1 and prompt_id = $2 and version = $3',
    [tenant, id, version],
    'object',
  )) as { content: unknown }[]
  if (!row) throw refusal('ERR_NO_PROMPT_FOUND')
  return PromptContent.parse(row.content)
}

type ListedVersion = Omit<PromptVersion, 'savedBy'> & { readonly savedBy: string | null }

/** Versions of a prompt, newest first, each with what it changed; `savedBy` is the user's id. */
export async function listVersions(tx: PluginTransaction, tenant: string, id: string): Promise<ListedVersion[]> {
  const rows = (await tx.query(
    `select version, to_char(saved_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "savedAt",
            saved_by as "savedBy", note, content
       from plg_ai.prompt_version where tenant_id = $1 and prompt_id = $2 order by version desc limit $3`,
    [tenant, id, mostVersions + 1],
    'object',
  )) as (Omit<ListedVersion, 'changed'> & { content: unknown })[]
  const contents = rows.map(({ content }) => PromptContent.parse(content))
  return rows.map(({ content: _content, ...version }, at) => {
    const before = contents[at + 1]
    const changed = before
      ? contentFields.filter((field) => !isDeepStrictEqual(contents[at]![field], before[field]))
      : []
    return { ...version, changed }
  })
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

/** Of which functions calls have a key. */
export async function setKeptKeys(
  tx: PluginTransaction,
  tenant: string,
  id: string,
  names: readonly string[],
): Promise<void> {
  await tx.query(
    'update plg_ai.prompt set function_keys = $3 where tenant_id = $1 and id = $2',
    [tenant, id, names],
    'array',
  )
}

/** Deletes it with its versions. @throws Refusal ERR_NO_PROMPT_FOUND */
export async function deletePrompt(tx: PluginTransaction, tenant: string, id: string): Promise<void> {
  const rows = await tx.query(
    `delete from plg_ai.prompt where tenant_id = $1 and id = $2 returning 1`,
    [tenant, id],
    'array',
  )
  if (rows.length === 0) throw refusal('ERR_NO_PROMPT_FOUND')
}
