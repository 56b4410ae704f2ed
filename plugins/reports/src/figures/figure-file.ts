import {
  factClocks,
  id,
  longestFactDays,
  type Locale,
  type QueueId,
  type SessionContext,
  type TagId,
  type UserId,
} from '@recado/sdk'
import * as z from 'zod'
import { figureDocument } from '../document/figure-document.ts'
import { writePaper } from '../document/paper.ts'
import type { SavedQuestion } from '../saved/saved-report.ts'
import { tableFile } from '../table/table-file.ts'
import { wordsOf } from '../words.ts'
import { orNone } from './asked-value.ts'
import { figureColumns, figureRows, groupsOf, type FigureGroup, type FigureScope } from './figure-rows.ts'
import { figureSections } from './figure-section.ts'
import { askerOf, type Ask } from './handlers.ts'
import { daysOf } from './span.ts'

/** What the page of figures shows, as a file: a table, or the page on paper. */
export const FigureFileQuery = z
  .object({
    from: z.iso.date(),
    until: z.iso.date(),
    queue: orNone(id<QueueId>()),
    user: orNone(id<UserId>()),
    tag: orNone(id<TagId>()),
    clock: z.enum(factClocks).default('wall'),
    format: z.enum(['csv', 'xlsx', 'pdf']).default('csv'),
    /** The parts that are shown, as `team queues`; all of them without it. */
    sections: z
      .string()
      .transform((text) => text.split(' ').filter(Boolean))
      .pipe(z.array(z.enum(figureSections)))
      .optional(),
    /** On paper, beside the totals of the period before. */
    compares: z.stringbool().default(true),
  })
  .refine(({ from, until }) => from <= until, { path: ['until'], error: 'not before the first day' })
  .refine((span) => daysOf(span) <= longestFactDays, { path: ['from'], error: `${longestFactDays} days at most` })
export type FigureFileQuery = z.output<typeof FigureFileQuery>

interface FigureFile extends FigureScope {
  readonly format: FigureFileQuery['format']
  readonly sections?: SavedQuestion['sections'] | undefined
  readonly compares: boolean
}

/** Figures as a file, for a reader and in their language. `title`: above a page on paper. */
export async function figureFile(
  core: SessionContext['core'],
  ask: Ask,
  query: FigureFile,
  { locale, title }: { readonly locale: Locale; readonly title: string },
): Promise<Response> {
  const name = `figures-${query.from}-${query.until}`
  if (query.format === 'pdf')
    return new Response(await writePaper(await figureDocument(core, ask, query, { locale, title })), {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${name}.pdf"`,
        'cache-control': 'no-store',
      },
    })
  const { figureFile: words, columns: names } = wordsOf[locale]
  const groups = groupsOf(query.sections).filter((group) => group !== null)
  const page = async (group: FigureGroup) =>
    (await figureRows(ask, query, group, figureColumns, locale)).map((row) => [
      words.groups[group ?? 'all'],
      row.name,
      ...row.cells,
    ])
  // What is refused is refused before the file begins.
  const first = await page(null)
  async function* pages() {
    yield first
    for (const group of groups) yield await page(group)
  }
  const heading = [words.group, names.name, ...figureColumns.map((column) => words.columns[column.name])]
  return tableFile({ name, heading, pages: pages() }, query.format, locale)
}

/** Everything that the page of figures shows, one row per day, user, queue, connection and tag; or the page itself. */
export const exportFigures = ({ query }: { query: FigureFileQuery }, ctx: SessionContext): Promise<Response> =>
  figureFile(ctx.core, askerOf(ctx), query, {
    locale: ctx.viewer.locale,
    title: wordsOf[ctx.viewer.locale].figures.title,
  })
