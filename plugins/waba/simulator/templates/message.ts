import type { TemplateShelf } from './shelf.ts'
import type { Json } from './validation.ts'

/** How a message of a template ends: what the customer reads, or the provider's code and details. */
export type TemplateMessage =
  | { readonly text: string; readonly buttons: readonly string[] }
  | { readonly code: number; readonly details: string }

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const variables = (value: string): string[] => [
  ...new Set(Array.from(value.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g), ([, name]) => name!)),
]
const kinds: Readonly<Record<string, string>> = {
  IMAGE: 'image',
  VIDEO: 'video',
  DOCUMENT: 'document',
  LOCATION: 'location',
}

/**
 * What Meta checks of `template` in a message: that it exists, may be used, and that every variable has its parameter.
 */
export function readTemplateMessage(shelf: TemplateShelf, account: string, template: Json): TemplateMessage {
  const language = text((template['language'] as Json | undefined)?.['code'])
  const found = shelf.find(account, text(template['name']), language)
  if (!found || ['PENDING', 'REJECTED', 'IN_APPEAL'].includes(found.status))
    return { code: 132_001, details: `template name (${text(template['name'])}) does not exist in ${language}` }
  if (found.status === 'PAUSED') return { code: 132_015, details: 'Template is paused due to low quality' }
  if (found.status === 'DISABLED') return { code: 132_016, details: 'Template is disabled' }
  const given = list(template['components'])
  const lines: string[] = []
  for (const component of found.components) {
    const type = text(component['type']).toLowerCase()
    if (type === 'buttons') continue
    const parameters = list(given.find((one) => text(one['type']).toLowerCase() === type)?.['parameters'])
    const kind = type === 'header' ? kinds[text(component['format'])] : undefined
    if (kind !== undefined) {
      if (parameters[0]?.['type'] !== kind || parameters[0]?.[kind] === undefined)
        return { code: 132_012, details: `header: Format mismatch, expected ${kind.toUpperCase()}` }
      lines.push(`[${kind}]`)
      continue
    }
    const names = variables(text(component['text']))
    if (parameters.length !== names.length)
      return {
        code: 132_000,
        details:
          `${type}: number of localizable_params (${parameters.length}) does not match the expected number of ` +
          `params (${names.length})`,
      }
    const named = (name: string): Json | undefined =>
      parameters.find((parameter) => parameter['parameter_name'] === name) ??
      (/^\d+$/.test(name) ? parameters[Number(name) - 1] : undefined)
    if (names.some((name) => text(named(name)?.['text']) === ''))
      return { code: 100, details: 'Parameter name is missing or empty' }
    lines.push(
      text(component['text']).replace(/\{\{\s*([^{}]*?)\s*\}\}/g, (_whole, name: string) =>
        text(named(name)?.['text']),
      ),
    )
  }
  const buttons = list(
    found.components.find((component) => text(component['type']).toUpperCase() === 'BUTTONS')?.['buttons'],
  )
  const unfilled = buttons.findIndex(
    (button, index) =>
      takesValue(button) &&
      !given.some(
        (one) =>
          one['type'] === 'button' && String(one['index']) === String(index) && list(one['parameters']).length === 1,
      ),
  )
  if (unfilled >= 0) return { code: 131_008, details: `buttons: Button at index ${unfilled} requires a parameter` }
  return { text: lines.join('\n'), buttons: buttons.map((button) => text(button['text'])) }
}

const takesValue = (button: Json): boolean =>
  (button['type'] === 'URL' && text(button['url']).includes('{{')) || button['type'] === 'COPY_CODE'
