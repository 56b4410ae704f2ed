import { useWords } from '@recado/sdk/ui'

/** A number that opens its conversations; nothing can be opened of zero. */
export function NumberButton({ count, name, onOpen }: { count: number; name: string; onOpen(): void }) {
  const { t, i18n } = useWords()
  const number = new Intl.NumberFormat(i18n.language).format(count)
  return count === 0 ? (
    <span className="text-lg font-semibold tabular-nums">{number}</span>
  ) : (
    <button
      type="button"
      className="cursor-pointer text-lg font-semibold text-accent-text tabular-nums underline underline-offset-4"
      aria-label={t('report.open', { name, count })}
      onClick={onOpen}
    >
      {number}
    </button>
  )
}
