import type { Locale } from '@recado/sdk'
import { fileTypes, type FileType, type Gif, type GifFile } from '../gifs/gif.ts'
import { maxFileBytes } from '../gifs/limits.ts'
import type { Filter } from '../gifs/settings.ts'

/** Search at a provider. Without a text: the popular ones. `after` is the cursor of the page before. */
export interface GifSearch {
  readonly text: string
  readonly locale: Locale
  readonly filter: Filter
  readonly after: string | undefined
  readonly limit: number
}

/** Content of a provider's answer, or undefined for an invalid one. */
export interface ProviderPage {
  readonly gifs: readonly Gif[]
  readonly next: string | null
}

/** A source of GIFs: its request, and the parsing of its answer. Both are pure; `askFor` makes the call. */
export interface GifProvider {
  readonly name: string
  /** Its home, to be named where its pictures are shown. */
  readonly url: string
  readonly apiRoot: string
  /** Its pictures come from here and from the hosts below. */
  readonly domain: string
  readonly keyName: 'klipyKey' | 'giphyKey'
  /** @param root address of its API, in place of its own where the company entered one */
  address(root: string, key: string, search: GifSearch): URL
  read(answer: unknown, search: GifSearch): ProviderPage | undefined
}

/** One rendition, as a provider describes it. */
export interface Rendition {
  readonly type: FileType
  readonly source: string | undefined
  readonly bytes: number | undefined
}

/** The first small enough file of each type, in the order of the types. A file without a size is assumed to fit. */
export function sendable(renditions: readonly Rendition[]): GifFile[] {
  return fileTypes.flatMap((type) => {
    const fits = renditions.find(
      (one) =>
        one.type === type && one.source !== undefined && URL.canParse(one.source) && (one.bytes ?? 0) <= maxFileBytes,
    )
    return fits ? [{ type, source: fits.source! }] : []
  })
}
