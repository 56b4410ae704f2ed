import { refusal } from '../errors.ts'
import type { RobotsMemory } from './robots-memory.ts'
import { isSameSite, webAddress } from './site-address.ts'
import { assertAnswered, bytesOf, visit, type Visitor } from './site-visit.ts'

/** A page at most, in bytes after decompression. */
export const largestPage = 2_000_000
const mostRedirects = 3
const pageTypes = new Set(['text/html', 'application/xhtml+xml'])

/** Whether an answer is a page, by its content type. */
export const isPage = ({ headers }: Response): boolean =>
  pageTypes.has((headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase())

/** A page as its site sends it. */
export interface ReadPage {
  /** Where it was found after redirects. */
  readonly address: string
  readonly html: string
}

/**
 * Reads one page, where its site allows it, and also each address that it leads to on the way.
 * @throws Refusal ERR_WEBSITE_FORBIDDEN, ERR_WEBSITE_UNREACHED, ERR_WEBSITE_MOVED to another site, ERR_WEBSITE_NO_PAGE,
 *   ERR_WEBSITE_PAGE_SIZE
 */
export async function readPage(asked: URL, robots: RobotsMemory, visitor: Visitor): Promise<ReadPage> {
  let address = asked
  for (let hops = 0; hops <= mostRedirects; hops += 1) {
    await robots.assertAllowed(address, visitor)
    const response = await visit(visitor, address, 'text/html,application/xhtml+xml', 'manual')
    const location = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || location === null)
      return { address: address.href, html: await textOf(response, visitor) }
    await response.body?.cancel()
    const next = webAddress(location, address)
    if (!next) break
    if (!isSameSite(next, asked)) throw refusal('ERR_WEBSITE_MOVED')
    address = next
  }
  throw refusal('ERR_WEBSITE_UNREACHED')
}

async function textOf(response: Response, visitor: Visitor): Promise<string> {
  await assertAnswered(response)
  if (!isPage(response)) {
    await response.body?.cancel()
    throw refusal('ERR_WEBSITE_NO_PAGE')
  }
  const { bytes, isCut } = await bytesOf(response, largestPage, visitor)
  if (isCut) throw refusal('ERR_WEBSITE_PAGE_SIZE')
  const { pageText } = await import('./page-text.ts')
  return pageText(bytes, response.headers.get('content-type') ?? '')
}
