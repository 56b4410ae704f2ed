/** Device of a browser, from its user agent; null for unknown parts. */
export interface Device {
  readonly browser: string | null
  readonly system: string | null
}

/** In the order in which they must be asked: most browsers also name the ones that came before them. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPad', /\biPad\b/],
  ['iPhone', /\biPhone\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const nameIn = (names: readonly (readonly [string, RegExp])[], text: string): string | null =>
  names.find(([, mark]) => mark.test(text))?.[0] ?? null

/**
 * Names of products, the same in every language. Only for people to recognise their devices by: the header can say
 * anything.
 */
export function deviceOf(userAgent: string | null): Device {
  const text = userAgent ?? ''
  return { browser: nameIn(browsers, text), system: nameIn(systems, text) }
}
