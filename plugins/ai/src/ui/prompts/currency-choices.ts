import type { SelectOption } from '@recado/sdk/ui'

/** Every currency that the browser knows, and the one that is kept, by its code. */
export function currencyChoices(locale: string, kept: string): SelectOption[] {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  const codes = new Set([...Intl.supportedValuesOf('currency'), ...(kept === '' ? [] : [kept])])
  return [...codes].toSorted().map((code) => ({ value: code, label: `${code} – ${names.of(code) ?? code}` }))
}
