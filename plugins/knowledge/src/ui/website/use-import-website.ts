import { ApiError, useApi, useErrorText, useWords } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { FoundPages } from '../../website/find-pages.ts'
import { UnreadableFile } from '../files/file-article.ts'
import { articlesOfPage, type SitePage } from '../files/site-page.ts'
import { useSaveDrafts } from '../use-save-drafts.ts'

/** Asks the server for the pages of a website. */
export function useFindPages() {
  const api = useApi()
  return useMutation({ mutationFn: (address: string) => api.post<FoundPages>('website', { address }) })
}

/** What is chosen for all articles of an import. */
export interface WebsiteChoice {
  readonly category: string
  /** Undefined: what each page says. */
  readonly language: string | undefined
}

/** A page of which at least a part was not imported. */
export interface FailedPage {
  readonly address: string
  readonly reason: string
}

/** What became of the pages. */
export interface WebsiteOutcome {
  /** Articles that were written. */
  readonly created: number
  readonly failed: readonly FailedPage[]
  /** Pages that were not begun when somebody stopped. */
  readonly left: readonly string[]
}

/** An import of pages, one after the other. */
export interface WebsiteImport {
  readonly progress: { readonly at: number; readonly of: number; readonly address: string } | undefined
  run(addresses: readonly string[], choice: WebsiteChoice): Promise<WebsiteOutcome>
  /** Ends it after what is being written. */
  stop(): void
}

/** Times that one page is waited for. */
const mostWaits = 5

/** Seconds after which the server, or the website, takes further requests; undefined where an error is another one. */
const pauseOf = (error: unknown): number | undefined =>
  ApiError.is(error) && error.code === 'ERR_TOO_MANY_REQUESTS' ? error.facts.retryAfterSeconds : undefined

const pause = (seconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1_000)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads pages through the server and writes them as drafts. What is left open when the component goes is stopped. */
export function useImportWebsite(): WebsiteImport {
  const { t } = useWords()
  const api = useApi()
  const textOf = useErrorText()
  const save = useSaveDrafts()
  const [progress, setProgress] = useState<WebsiteImport['progress']>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const read = async (address: string, signal: AbortSignal): Promise<SitePage> => {
    for (let waits = 0; ; waits += 1) {
      try {
        return await api.post<SitePage>('website/page', { address }, { signal })
      } catch (error) {
        const seconds = pauseOf(error)
        if (seconds === undefined || waits >= mostWaits || signal.aborted) throw error
        await pause(seconds, signal)
        signal.throwIfAborted()
      }
    }
  }
  return {
    progress,
    stop: () => running.current?.abort(),
    async run(addresses, { category, language }) {
      const { signal } = (running.current = new AbortController())
      const failed: FailedPage[] = []
      let created = 0
      let at = 0
      for (; at < addresses.length && !signal.aborted; at += 1) {
        const address = addresses[at]!
        setProgress({ of: addresses.length, at: at + 1, address })
        try {
          const articles = await articlesOfPage(await read(address, signal))
          const written = await save(articles.map((one) => ({ ...one, category, ...(language && { language }) })))
          created += written.created
          failed.push(...written.refused.slice(0, 1).map(({ reason }) => ({ address, reason })))
        } catch (error) {
          if (signal.aborted) break
          failed.push({ address, reason: error instanceof UnreadableFile ? t('website.empty') : textOf(error) })
        }
      }
      setProgress(undefined)
      return { created, failed, left: addresses.slice(at) }
    },
  }
}
