import type { Locale } from '@recado/sdk'
import { csvFile } from '@recado/sdk/server'
import { refusal } from '../errors.ts'
import type { ExportFormat } from './export-format.ts'

/** Rows of a workbook, which is made in memory. */
export const mostWorkbookRows = 20_000
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

/**
 * A table as a file: CSV as it is read, a workbook whole. Every cell is text, none is a formula. @throws Refusal
 * ERR_REPORT_TOO_LONG
 */
export async function tableFile(
  { name, heading, pages }: Table,
  format: ExportFormat,
  locale: Locale,
): Promise<Response> {
  const body = format === 'csv' ? csvFile(heading, pages, locale) : await workbookOf(heading, pages)
  return new Response(body, {
    headers: {
      'content-type': types[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'no-store',
    },
  })
}

async function workbookOf(heading: readonly string[], pages: Table['pages']): Promise<Blob> {
  const rows: (readonly string[])[] = []
  for await (const page of pages) {
    rows.push(...page)
    if (rows.length > mostWorkbookRows) throw refusal('ERR_REPORT_TOO_LONG', { limit: mostWorkbookRows })
  }
  const text = (value: string) => ({ value, type: String })
  const bold = heading.map((value) => ({ value, type: String, fontWeight: 'bold' as const }))
  const widths = heading.map((value) => ({ width: Math.max(14, value.length + 2) }))
  const sheet = [bold, ...rows.map((row) => row.map(text))]
  const { default: writeXlsxFile } = await import('write-excel-file/universal')
  return writeXlsxFile(sheet, { columns: widths, stickyRowsCount: 1 }).toBlob()
}
