import { Icon, useWords } from '@recado/sdk/ui'
import { changeOf } from '../../figures/span.ts'
import { NumberButton } from './number-button.tsx'
import type { ChosenNumber } from './questions.ts'

/** One number of a period, with the one of the period before. */
export interface TileProps {
  readonly name: string
  readonly value: string
  readonly detail?: string
  /** The conversations that it counts. */
  readonly opens?: ChosenNumber | undefined
  readonly now: number | null
  /** Undefined where nothing is compared. */
  readonly before: number | null | undefined
  /** Writes the number before, which is told where a percentage would say nothing. */
  readonly write: (amount: number) => string
  /** Whether more is better, worse, or neither. */
  readonly more: 'better' | 'worse' | 'neither'
}

/** A number and how it changed since the period before, by an arrow and words and not by colour alone. */
export function Tile({ name, value, detail, opens, now, before, write, more }: TileProps) {
  const { t, i18n } = useWords()
  const change = before === undefined ? undefined : changeOf(now, before)
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent', signDisplay: 'exceptZero' })
  const tone =
    change === undefined || change === null || change === 0 || more === 'neither'
      ? 'text-ink-muted'
      : change > 0 === (more === 'better')
        ? 'text-success'
        : 'text-danger'
  return (
    <div className="-mt-px -ml-px flex flex-col gap-1 border-t border-l border-line p-4">
      <dt className="text-list text-ink-muted">{name}</dt>
      <dd className="flex flex-col gap-1">
        <span className="text-2xl leading-8 font-semibold tracking-tight tabular-nums">
          <NumberButton text={value} opens={opens} />
        </span>
        {detail && <span className="text-xs text-ink-muted">{detail}</span>}
        {typeof change === 'number' && (
          <span className={`flex items-center gap-1 text-xs tabular-nums ${tone}`}>
            {change !== 0 && <Icon name={change > 0 ? 'arrow-up' : 'arrow-down'} size={12} className="shrink-0" />}
            {t('figures.change', { change: percent.format(change / 100) })}
          </span>
        )}
        {change === null && typeof before === 'number' && (before > 0 || (now ?? 0) > 0) && (
          <span className="text-xs text-ink-muted tabular-nums">{t('figures.before', { value: write(before) })}</span>
        )}
      </dd>
    </div>
  )
}
