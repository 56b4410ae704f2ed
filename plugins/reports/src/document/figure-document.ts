import type { LetterTable, Locale, SessionContext } from '@recado/sdk'
import type { FigureSection } from '../figures/figure-section.ts'
import { figureColumns, figureRows, groupsOf, type FigureScope } from '../figures/figure-rows.ts'
import type { Ask } from '../figures/handlers.ts'
import { none } from '../figures/no-value.ts'
import { changeOf, spanBefore, type Span } from '../figures/span.ts'
import type { Chart } from './chart.ts'
import { writeDay, writeSeconds, writeInstant } from '../table/cells.ts'
import { wordsOf } from '../words.ts'

/** Figures for reading, on paper or in a letter. */
export interface FigureDocument {
  readonly company: string
  readonly title: string
  /** The days, what they are narrowed to, and when it was made: a label and what it says. */
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** Lines by day; letters have none. */
  readonly charts: readonly Chart[]
  readonly tables: readonly LetterTable[]
  /** A tag as `pt-BR`, by which the paper is read aloud. */
  readonly locale: Locale
  /** `{page}` and `{pages}` are filled in. */
  readonly pageWords: string
}

const mostRows = 200
/** Of the totals, what each is called and how it is read. */
const totals = figureColumns.filter(({ name }) => name !== 'transfers_count')
/** Columns of what is told apart; the others are in the file. */
const short: readonly string[] = [
  'opened_count',
  'closed_count',
  'waiting_median',
  'firstAnswer_median',
  'resolution_median',
]
const shortColumns = figureColumns.filter(({ name }) => short.includes(name))

const writeSpan = ({ from, until }: Span, locale: Locale): string =>
  from === until ? writeDay(from, { locale }) : `${writeDay(from, { locale })} – ${writeDay(until, { locale })}`

interface Asked extends FigureScope {
  readonly sections?: readonly FigureSection[] | undefined
  readonly compares: boolean
}

/** Reads figures for a document, as the one whom `ask` asks for may see them. */
export async function figureDocument(
  core: SessionContext['core'],
  ask: Ask,
  query: Asked,
  { locale, title }: { readonly locale: Locale; readonly title: string },
): Promise<FigureDocument> {
  const { paper, figureFile, figures } = wordsOf[locale]
  const { name: company, timeZone } = await core.company.profile()
  const tables: LetterTable[] = [await totalsTable(ask, query, locale)]
  const charts: Chart[] = []
  for (const group of groupsOf(query.sections)) {
    // The hours of a week are a map on the screen and rows in the file: as pages they say nothing.
    if (group === null || group === 'hours') continue
    const rows = await figureRows(ask, query, group, shortColumns, locale)
    const happened =
      group === 'day' ? rows.filter(({ cells }) => cells.some((text) => text !== '' && text !== '0')) : rows
    if (happened.length === 0) continue
    if (group === 'day' && rows.length > 1) charts.push(...dayCharts(rows, locale))
    tables.push({
      title: figureFile.groups[group],
      heading: [figureFile.groups[group], ...shortColumns.map(({ name }) => figureFile.columns[name])],
      rows: happened.slice(0, mostRows).map(({ name, cells }) => [name.slice(0, 200), ...cells]),
    })
  }
  return {
    company,
    title,
    facts: [
      [figures.span, writeSpan(query, locale)],
      ...(query.compares ? [[paper.before, writeSpan(spanBefore(query), locale)] as const] : []),
      ...(await narrowedTo(core, query, locale)),
      ...(query.clock === 'opening' ? [[paper.times, figures.openingHours] as const] : []),
      [paper.made, writeInstant(new Date().toISOString(), { locale, timeZone })],
    ],
    charts,
    tables,
    locale,
    pageWords: paper.page,
  }
}

/** How many began and ended each day, and how long it took, from the cells of the table of days. */
function dayCharts(rows: readonly { name: string; cells: readonly string[] }[], locale: Locale): Chart[] {
  const { figures, figureFile, paper } = wordsOf[locale]
  const number = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const lineOf = (column: (typeof short)[number]) => {
    const at = shortColumns.findIndex(({ name }) => name === column)
    return {
      name: figureFile.columns[column as keyof typeof figureFile.columns],
      values: rows.map(({ cells }) => amountIn(cells[at]!)),
    }
  }
  const chart = (title: string, columns: readonly string[], write: Chart['write']): Chart => {
    const lines = columns.map(lineOf)
    const most = lines.map(({ name, values }) => {
      const highest = Math.max(0, ...values.map((value) => value ?? 0))
      return paper.highest.replace('{name}', name).replace('{value}', write(highest))
    })
    return { title, summary: `${title}. ${most.join('; ')}.`, days: rows.map(({ name }) => name), lines, write }
  }
  return [
    chart(figures.volume, ['opened_count', 'closed_count'], (value) => number.format(value)),
    chart(figures.times, ['firstAnswer_median', 'resolution_median'], (value) => writeSeconds(value)),
  ].filter(({ lines }) => lines.some(({ values }) => values.some((value) => (value ?? 0) > 0)))
}

async function totalsTable(ask: Ask, query: Asked, locale: Locale): Promise<LetterTable> {
  const { paper, figureFile } = wordsOf[locale]
  const cellsOf = async (span: Span) =>
    (await figureRows(ask, { ...query, ...span }, null, totals, locale))[0]?.cells ?? totals.map(() => '')
  const now = await cellsOf(query)
  const before = query.compares ? await cellsOf(spanBefore(query)) : undefined
  const percent = new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' })
  const change = (at: number): string => {
    const changed = changeOf(amountIn(now[at]!), amountIn(before![at]!))
    return changed === null ? '' : percent.format(changed / 100)
  }
  return {
    title: figureFile.groups.all,
    heading: [paper.figure, paper.value, ...(before ? [paper.before, paper.change] : [])],
    rows: totals.map(({ name }, at) => [
      figureFile.columns[name],
      now[at]!,
      ...(before ? [before[at]!, change(at)] : []),
    ]),
  }
}

/** What a cell says, as a number: a count, or the seconds of a duration as a table writes it. */
const amountIn = (text: string): number | null =>
  text === '' ? null : text.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

async function narrowedTo(
  core: SessionContext['core'],
  { user, queue, tag }: FigureScope,
  locale: Locale,
): Promise<(readonly [string, string])[]> {
  const { figureFile } = wordsOf[locale]
  const [users, queues, tags] = await Promise.all([
    user === undefined || user === none ? [] : core.users.named([user]),
    queue === undefined || queue === none ? [] : core.queues.list(),
    tag === undefined || tag === none ? [] : core.tags.list(),
  ])
  return [
    ...(user === undefined ? [] : [[figureFile.groups.user, users[0]?.name ?? figureFile.none] as const]),
    ...(queue === undefined
      ? []
      : [[figureFile.groups.queue, queues.find(({ id }) => id === queue)?.queue ?? figureFile.none] as const]),
    ...(tag === undefined
      ? []
      : [[figureFile.groups.tag, tags.find(({ id }) => id === tag)?.tag ?? figureFile.none] as const]),
  ]
}
