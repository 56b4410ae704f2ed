import { categoryOf, qualityOf, reasonOf, statusOf, wordsOf, type ProviderTemplate } from './provider-template.ts'
import { updateRow, type Home } from './template-store.ts'
import type { TemplateRow } from './template.table.ts'

/** Columns of a provider's template, without its place and without the stored example of its header. */
export function rowOf(template: ProviderTemplate) {
  const { id, name, language } = template
  return {
    wabaId: id,
    name,
    language,
    ...wordsOf(template),
    category: categoryOf(template.category) ?? null,
    status: statusOf(template.status) ?? 'UNKNOWN',
    rejectedReason: reasonOf(template.rejected_reason),
    quality: qualityOf(template.quality_score?.score ?? ''),
  } as const
}

/**
 * Brings a submitted template up to what the provider has (S4-072…S4-074); it has it no more where nothing was found.
 */
export function applyProvider(home: Home, row: TemplateRow, found: ProviderTemplate | undefined): Promise<TemplateRow> {
  if (!found) return updateRow(home, row.id, { status: 'DELETED', syncedAt: new Date() })
  const { name: _name, language: _language, ...changes } = rowOf(found)
  return updateRow(home, row.id, {
    ...changes,
    rejectedReason: changes.rejectedReason ?? (changes.status === 'REJECTED' ? row.rejectedReason : null),
    syncedAt: new Date(),
  })
}
