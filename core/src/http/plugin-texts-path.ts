/** The id of a plugin never begins with a tilde. */
const folder = '/plugins/~locales/'

/** Path of the file with the texts of all running plugins in a language. `hash`: of the file, 16 hexadecimal digits. */
export const pluginTextsPath = (locale: string, hash: string): string => `${folder}${locale}-${hash}.json`

/** What {@link pluginTextsPath} made a path of; undefined for any other path. */
export function pluginTextsAt(pathname: string): { readonly locale: string; readonly hash: string } | undefined {
  if (!pathname.startsWith(folder)) return undefined
  const [, locale, hash] = /^([A-Za-z-]{2,10})-([0-9a-f]{16})\.json$/.exec(pathname.slice(folder.length)) ?? []
  return locale === undefined || hash === undefined ? undefined : { locale, hash }
}
