import type { MetaApi } from '../api/client.ts'
import { ProviderTemplates, Submitted, submissionOf, templateOf } from './provider-template.ts'
import type { MessengerTemplate, TemplateDraft } from './template.ts'

/** Templates are read in pages of this many, and no more pages than these: Meta is asked while somebody waits. */
const pageSize = 100
const mostPages = 5

/** The templates that a page has at Meta now, by name. `named` asks for one, `approved` for those that can be sent. */
export async function readTemplates(
  api: MetaApi,
  { named, approved = false }: { named?: string; approved?: boolean },
  signal: AbortSignal,
): Promise<MessengerTemplate[]> {
  const found: MessengerTemplate[] = []
  let after: string | undefined
  for (let page = 0; page < mostPages; page++) {
    const query = new URLSearchParams({
      fields: 'id,name,language,status,category,rejected_reason,components',
      limit: String(pageSize),
      ...(approved && { status: 'APPROVED' }),
      ...(named !== undefined && { name: named }),
      ...(after !== undefined && { after }),
    })
    const path = `/${api.config.accountId}/message_templates?${query}`
    const { data, paging } = await api.call({ method: 'GET', path, result: ProviderTemplates, signal })
    found.push(...data.map(templateOf))
    after = paging?.next === undefined ? undefined : paging.cursors?.after
    if (after === undefined) break
  }
  return found.toSorted((a, b) => a.name.localeCompare(b.name) || a.language.localeCompare(b.language))
}

/** Submits a template. Meta decides within seconds, mostly at once. */
export async function submitTemplate(
  api: MetaApi,
  draft: TemplateDraft,
  signal: AbortSignal,
): Promise<MessengerTemplate> {
  const json = submissionOf(draft)
  const { id, status } = await api.call({
    path: `/${api.config.accountId}/message_templates`,
    json,
    result: Submitted,
    signal,
  })
  const [stored] = (await readTemplates(api, { named: draft.name }, signal)).filter((template) => template.id === id)
  const { components } = json as { components: never[] }
  const { name, language } = draft
  // The list may be behind what was just taken.
  return stored ?? templateOf({ id, name, language, status, rejected_reason: null, components })
}
