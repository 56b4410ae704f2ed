import { Skeleton, Table, useWords } from '@recado/sdk/ui'
import { lazy, Suspense } from 'react'
import { ChartFrame } from './chart-frame.tsx'
import { chartRows } from './day-series.ts'
import type { LineChartProps } from './line-chart.tsx'

/** The chart library is loaded with the first chart. */
const DayLines = lazy(() => import('./line-chart.tsx'))

/** Lines over days, and the same as a table. */
export function DayChart({ title, level, ...chart }: Omit<LineChartProps, 'label'> & { title: string; level?: 2 | 3 }) {
  const { t, i18n } = useWords()
  const { span, series, absent = 0, format } = chart
  const long = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' })
  return (
    <ChartFrame
      title={title}
      {...(level && { level })}
      chart={
        <Suspense fallback={<Skeleton height="15rem" />}>
          <DayLines label={title} {...chart} />
        </Suspense>
      }
      table={
        <Table label={title}>
          <thead>
            <tr>
              <th scope="col">{t('figures.day')}</th>
              {series.map(({ key, name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chartRows(span, series, absent).map((row) => (
              <tr key={String(row['day'])}>
                <th scope="row">{long.format(new Date(String(row['day'])))}</th>
                {series.map(({ key }) => (
                  <td key={key} className="tabular-nums">
                    {row[key] === null ? '–' : format(Number(row[key]))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      }
    />
  )
}
