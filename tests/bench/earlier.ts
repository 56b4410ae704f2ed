import { existsSync, readFileSync } from 'node:fs'
import type { Figure } from './figure.ts'
import type { Measured } from './report.ts'

/** The figures of a run, as a file keeps them for the run after it. */
export interface EarlierRun {
  readonly machine: string
  /** The figure of this name in this group, unless it was taken in another unit or beside another limit then. */
  find(group: string, figure: Figure): EarlierFigure | undefined
}

export interface EarlierFigure {
  readonly value: number
  /** To the limit beside it in that run. */
  readonly ratio: number | undefined
}

const columns = ['group', 'figure', 'unit', 'limit', 'value', 'value of the limit']
const key = (group: string, { what, unit, limit }: Figure): string => [group, what, unit, limit?.what ?? ''].join('\t')

/** A line for the machine, one that names the columns, and one for each figure. */
export function toFile(measured: readonly Measured[], machine: string): string {
  const lines = measured.flatMap(({ group, figures }) =>
    figures.map((figure) => [key(group.name, figure), figure.value, figure.limit?.value ?? ''].join('\t')),
  )
  return `${[machine, columns.join('\t'), ...lines].join('\n')}\n`
}

/** What {@link toFile} wrote. */
export function fromFile(text: string): EarlierRun {
  const [machine, , ...lines] = text.replace(/\n$/, '').split('\n')
  const figures = new Map(
    lines.map((line): [string, EarlierFigure] => {
      const cells = line.split('\t')
      const [value, limit] = [Number(cells[4]), cells[5]]
      return [cells.slice(0, 4).join('\t'), { value, ratio: limit ? value / Number(limit) : undefined }]
    }),
  )
  return { machine: machine!, find: (group, figure) => figures.get(key(group, figure)) }
}

/** The run that a file holds; undefined without the file. */
export const readEarlier = (path: string): EarlierRun | undefined =>
  existsSync(path) ? fromFile(readFileSync(path, 'utf8')) : undefined
