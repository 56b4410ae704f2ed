import type { PublicConfig } from '../../src/channel/config.ts'

const text = (value: unknown, max: number): string => (typeof value === 'string' ? value.trim().slice(0, max) : '')
const flag = (value: unknown, byDefault: boolean): boolean => (typeof value === 'boolean' ? value : byDefault)
const address = (value: unknown): string | undefined =>
  typeof value === 'string' && URL.canParse(value) && new URL(value).protocol === 'https:' ? value : undefined

/**
 * Settings as far as they can be drawn: what is half typed counts as not set. Without zod, which no page of the widget
 * loads.
 */
export function previewConfig(values: Readonly<Record<string, unknown>>): PublicConfig {
  const { headerColor, position } = values
  const iconUrl = address(values['iconUrl'])
  return {
    title: text(values['title'], 60),
    footer: text(values['footer'], 120),
    headerColor: typeof headerColor === 'string' && /^#[0-9a-fA-F]{6}$/.test(headerColor) ? headerColor : '#0f766e',
    ...(iconUrl === undefined ? {} : { iconUrl }),
    autoMaximize: false,
    offerHelp: flag(values['offerHelp'], true),
    helpMessage: text(values['helpMessage'], 160),
    askContact: flag(values['askContact'], false),
    showAgents: flag(values['showAgents'], true),
    position: position === 'left' ? 'left' : 'right',
  }
}
