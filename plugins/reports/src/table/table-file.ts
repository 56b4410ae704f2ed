import type { Locale } from '@recado/sdk'
import { csvFile, workbookFile } from '@recado/sdk/server'
import type { ExportFormat } from './export-format.ts'

const types: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** Pages of rows from the first one on; `next` reads the page at a cursor. */
export async function* pagesFrom<Page extends { readonly nextCursor: string | null }>(
  first: Page,
  next: (cursor: string) => Promise<Page>,
): AsyncGenerator<Page> {
  for (let page = first; ; page = await next(page.nextCursor)) {
    yield page
    if (page.nextCursor === null) return
  }
}

interface Table {
  /** Of the file, without its ending. */
  readonly name: string
  readonly heading: readonly string[]
  readonly pages: AsyncIterable<readonly (readonly string[])[]>
}

/** A table as a file, written as it is read. Every cell is text, none is a formula. */
export function tableFile({ name, heading, pages }: Table, format: ExportFormat, locale: Locale): Response {
  const body = format === 'csv' ? csvFile(heading, pages, locale) : workbookFile(heading, pages)
  return new Response(body, {
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'no-store',
    },
  })
}
