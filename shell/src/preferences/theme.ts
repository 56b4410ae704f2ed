/** Light and dark are the user's choice; `system` follows the device. */
export const themes = ['light', 'dark', 'system'] as const
export type Theme = (typeof themes)[number]

/** `configs.isDark`: true, false, or null for the system's choice. */
export const themeOf = (isDark: boolean | null): Theme => isDark === null ? 'system' : isDark ? 'dark' : 'light'
export const isDarkOf = (theme: Theme): boolean | null => theme === 'system' ? null : theme === 'dark'

/** The kit's stylesheet follows `data-theme`; without it, the device. */
export function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme
}
