import type { FactRow } from '@recado/sdk'
import { Table, useNumberFormat } from '@recado/sdk/ui'
import { useDurationText } from './duration-text.ts'
import { useScoreText } from './use-score-text.ts'
import { NumberButton } from './number-button.tsx'
import type { ChosenNumber } from './questions.ts'
import type { JoinedRow } from '../../figures/joined-rows.ts'

/** A column: how many of a question, its median duration, or the score of the survey that it is named by. */
export interface FigureColumn<Name extends string> {
  readonly question: Name
  readonly name: string
  readonly shows: 'count' | 'median' | 'score'
}

/**
 * What questions say about users or queues, one row each; the name is a button where the page can be narrowed to it.
 */
export function FigureTable<Name extends string>({
  label,
  first,
  none,
  columns,
  rows,
  opens,
  onChoose,
}: {
  label: string
  /** Heading of the names. */
  first: string
  /** Name of the group that has none. */
  none: string
  columns: readonly FigureColumn<Name>[]
  rows: readonly JoinedRow<Name>[]
  /** The conversations behind a number of a row; undefined for numbers without. */
  opens(column: FigureColumn<Name>, row: JoinedRow<Name>): ChosenNumber | undefined
  onChoose?: (value: string | null) => void
}) {
  const number = useNumberFormat()
  const duration = useDurationText()
  const score = useScoreText()
  const shown = (row: FactRow | undefined, { question, shows }: FigureColumn<Name>): string => {
    if (shows === 'score') return score(question as 'nps', row?.mean)
    return shows === 'count' ? number.whole(row?.count ?? 0) : duration(row?.median)
  }
  return (
    <Table label={label}>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {columns.map(({ question, name }) => (
            <th key={question} scope="col" className="text-right!">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.value ?? ''}>
            <th scope="row" className="font-medium!">
              {onChoose ? (
                <button
                  type="button"
                  className="cursor-pointer text-left underline-offset-2 hover:underline"
                  onClick={() => onChoose(row.value)}
                >
                  {row.name ?? none}
                </button>
              ) : (
                (row.name ?? none)
              )}
            </th>
            {columns.map((column) => (
              <td key={column.question} className="text-right! whitespace-nowrap tabular-nums">
                <NumberButton
                  text={shown(row.of[column.question], column)}
                  opens={row.of[column.question]?.count ? opens(column, row) : undefined}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
