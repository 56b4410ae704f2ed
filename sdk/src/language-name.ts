/** The language of a template in the reader's own words; the provider's code itself where the browser knows none. */
export function languageName(code: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(code.replace('_', '-')) ?? code
  } catch {
    return code
  }
}
