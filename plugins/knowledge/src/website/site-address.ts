/** What the plugin calls itself where it reads sites, and the name by which a robots.txt may mean it. */
export const userAgent = 'Recado'
/** An address of a page at most, in characters: what sitemaps allow. */
export const longestAddress = 2_048

const bareHost = ({ hostname }: URL): string =>
  hostname
    .toLowerCase()
    .replace(/\.$/, '')
    .replace(/^www\./, '')

/** Whether two addresses are of one site: of the same host, with `www.` or without, and the same port. */
export const isSameSite = (one: URL, other: URL): boolean =>
  bareHost(one) === bareHost(other) && one.port === other.port

/** An address that can be asked for, without its fragment; undefined for any other text. `base` is where it stands. */
export function webAddress(text: string, base?: URL): URL | undefined {
  if (text.length > longestAddress || !URL.canParse(text, base)) return undefined
  const address = new URL(text, base)
  if (address.protocol !== 'https:' && address.protocol !== 'http:') return undefined
  if (address.username !== '' || address.password !== '') return undefined
  address.hash = ''
  return address
}
