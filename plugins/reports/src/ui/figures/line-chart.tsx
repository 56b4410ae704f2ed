import { useWords } from '@recado/sdk/ui'
import { CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { Span } from '../../figures/span.ts'
import { chartRows, type DaySeries } from './day-series.ts'
import { durationTicks } from './duration-ticks.ts'

/** Lines differ in colour and in their pattern. */
const strokes = [
  { stroke: 'var(--color-accent)', dash: undefined },
  { stroke: 'var(--color-warning)', dash: '6 3' },
  { stroke: 'var(--color-success)', dash: '2 3' },
  { stroke: 'var(--color-danger)', dash: '10 3 2 3' },
  { stroke: 'var(--color-ink)', dash: '1 4' },
  { stroke: 'var(--color-ink-muted)', dash: '12 4' },
] as const

export interface LineChartProps {
  readonly label: string
  readonly span: Span
  readonly series: readonly DaySeries[]
  /** What a day without a number is: nothing was counted (0), or there is none to draw. */
  readonly absent?: 0 | null
  readonly format: (value: number) => string
  /** Values are seconds: the axis is marked at round minutes, hours and days. */
  readonly isDuration?: boolean
}

const legendName = (name: string) => <span className="text-ink">{name}</span>

function durationAxis(series: readonly DaySeries[]) {
  const longest = series.reduce((most, { values }) => [...values.values()].reduce((a, b) => Math.max(a, b), most), 0)
  const ticks = durationTicks(longest)
  return { ticks, domain: [0, ticks.at(-1)!] }
}

/** Lines over days. Its keyboard: arrows walk along the days once it has the focus. */
export default function DayLines({ label, span, series, absent = 0, format, isDuration = false }: LineChartProps) {
  const { i18n } = useWords()
  const short = new Intl.DateTimeFormat(i18n.language, { day: '2-digit', month: '2-digit', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <div className="h-60 text-xs">
      <ResponsiveContainer width="100%" height="100%">
        <LineChart
          data={chartRows(span, series, absent)}
          margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
          title={label}
          accessibilityLayer
        >
          <CartesianGrid vertical={false} stroke="var(--color-line)" />
          <XAxis
            dataKey="day"
            tickFormatter={(day: string) => short.format(new Date(day))}
            stroke="var(--color-line-strong)"
            tick={{ fill: 'var(--color-ink-muted)' }}
            minTickGap={24}
          />
          <YAxis
            allowDecimals={false}
            tickFormatter={format}
            stroke="var(--color-line-strong)"
            tick={{ fill: 'var(--color-ink-muted)' }}
            width={64}
            {...(isDuration && durationAxis(series))}
          />
          {/* A day without a number is told as such, or the keyboard would walk along days that say nothing. */}
          <Tooltip
            filterNull={false}
            formatter={(value) => (value == null ? '–' : format(Number(value)))}
            labelFormatter={(day) => long.format(new Date(String(day)))}
            contentStyle={{
              background: 'var(--color-raised)',
              border: '1px solid var(--color-line)',
              borderRadius: 6,
              color: 'var(--color-ink)',
            }}
          />
          {series.length > 1 && <Legend formatter={legendName} iconSize={28} />}
          {series.map(({ key, name }, place) => {
            const { stroke, dash } = strokes[place % strokes.length]!
            return (
              <Line
                key={key}
                dataKey={key}
                name={name}
                type="linear"
                legendType="plainline"
                stroke={stroke}
                strokeWidth={2}
                dot={{ r: 2, strokeDasharray: 'none' }}
                connectNulls
                isAnimationActive={false}
                {...(dash && { strokeDasharray: dash })}
              />
            )
          })}
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
