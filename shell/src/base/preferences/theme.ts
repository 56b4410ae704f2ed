/** Light and dark are the user's choice; `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** `configs.isDark`: true, false, or null for the system's choice. */
export const themeOf = (isDark: boolean | null): Theme => (isDark === null ? 'system' : isDark ? 'dark' : 'light')
export const isDarkOf = (theme: Theme): boolean | null => (theme === 'system' ? null : theme === 'dark')

const device = matchMedia('(prefers-color-scheme: dark)')
let chosen: Theme = 'system'

const draw = () => {
  document.documentElement.dataset['theme'] = chosen === 'system' ? (device.matches ? 'dark' : 'light') : chosen
}

/** The kit's tokens follow `data-theme`. */
export function applyTheme(theme: Theme): void {
  chosen = theme
  draw()
}

device.addEventListener('change', draw)
